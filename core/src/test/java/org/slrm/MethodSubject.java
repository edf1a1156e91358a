package org.slrm;

import org.slrm.method.AutoConfig;
import org.slrm.method.CorrectedLassoConfig;
import org.slrm.method.DictionaryConfig;
import org.slrm.method.KernelConfig;
import org.slrm.method.LikelihoodConfig;
import org.slrm.method.MeanElasticNetConfig;
import org.slrm.method.MethodConfig;
import org.slrm.method.MixtureConfig;
import org.slrm.method.MpcrConfig;
import org.slrm.method.PcrConfig;
import org.slrm.method.PlsConfig;
import org.slrm.method.SirConfig;
import org.slrm.method.SlrmConfig;
import org.slrm.method.SmpcrConfig;
import org.slrm.method.TaskDrivenConfig;
import org.slrm.method.TreesConfig;

/** Settings the contract is checked for: every type of them, and together every kind of member. */
enum MethodSubject {
  AUTO(AutoConfig.defaults()),
  AUTO_WITH_INDICATORS(AutoConfig.defaults().withIndicators(AutoConfig.Indicators.ON)),
  LIKELIHOOD(LikelihoodConfig.builder().rank(2).tolerance(1e-13).maxIterations(5000).build()),
  LIKELIHOOD_OF_CHOSEN_RANK(LikelihoodConfig.builder().build()),
  SPARSE_LIKELIHOOD(
      LikelihoodConfig.builder().rank(2).tolerance(1e-13).maxIterations(5000).sparse(true).build()),
  KERNEL(KernelConfig.defaults()),
  KERNEL_ON_CODES(KernelConfig.defaults().withRank(2).withInputs(KernelConfig.Inputs.CODES)),
  KERNEL_ON_COMPLETED_FEATURES(
      KernelConfig.defaults().withRank(2).withInputs(KernelConfig.Inputs.COMPLETED)),
  SLRM(SlrmConfig.builder().rank(2).l1(0.01).l2(0).reconstructionWeight(1).build()),
  SMPCR(SmpcrConfig.defaults().withRank(2)),
  MPCR(MpcrConfig.defaults().withRank(2)),
  MPCR_OF_GIVEN_PENALTY(MpcrConfig.defaults().withRank(2).withL1(0.01).withPasses(2000, 1e-10)),
  PCR(PcrConfig.defaults()),
  PCR_OF_GIVEN_PENALTY(PcrConfig.defaults().withRank(2).withL1(0.01)),
  MIXTURE(MixtureConfig.builder().components(2).rank(2).build()),
  MIXTURE_OF_CHOSEN_SIZE(MixtureConfig.builder().build()),
  SIR(
      SirConfig.defaults()
          .withRank(2)
          .withEstimator(SirConfig.Estimator.SIR)
          .withInputs(KernelConfig.Inputs.COMPLETED)
          .withDirections(2)),
  PLS(PlsConfig.defaults()),
  PLS_OF_GIVEN_COMPONENTS(PlsConfig.defaults().withComponents(2)),
  MEAN_LASSO(MeanElasticNetConfig.defaults()),
  LASSO_OF_GIVEN_PENALTY(MeanElasticNetConfig.defaults().withPenalties(0.02, 0.01)),
  LEAST_SQUARES(MeanElasticNetConfig.defaults().withPenalties(0, 0)),
  CORRECTED_LASSO(CorrectedLassoConfig.defaults()),
  CORRECTED_LASSO_OF_GIVEN_PENALTY(CorrectedLassoConfig.defaults().withPenalty(0.02, 3)),
  TREES(TreesConfig.defaults()),
  TREES_OF_GIVEN_NUMBER(TreesConfig.builder().trees(30).build()),
  DICTIONARY(DictionaryConfig.defaults()),
  DICTIONARY_OF_GIVEN_SIZE(DictionaryConfig.defaults().withAtoms(4).withL1(0.1)),
  TASK_DRIVEN(
      TaskDrivenConfig.defaults()
          .withStart(DictionaryConfig.defaults().withAtoms(4).withL1(0.1))
          .withStepSize(0.003));

  final MethodConfig config;

  MethodSubject(MethodConfig config) {
    this.config = config;
  }
}
