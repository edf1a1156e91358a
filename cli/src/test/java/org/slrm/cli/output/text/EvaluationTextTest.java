package org.slrm.cli.output.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.slrm.cli.result.EvaluationResult;
import org.slrm.io.score.Scores;
import org.slrm.method.LabelKind;

class EvaluationTextTest {
  private static final Scores PLAIN =
      new Scores.NumericScores(LabelKind.NUMERIC, 40, 6.25, 1.5, 0.75, 0.9, 1, 6.25, 0.75, 0.5);
  private static final Scores COUNTS =
      new Scores.NumericScores(LabelKind.COUNTS, 30, 9, 2, 0.5, 0.8, 1, 1.125, 0.25, 0.5);

  private static List<String> lines(Map<String, Scores> scores) {
    EvaluationResult result = new EvaluationResult(scores, 0.9, null, List.of(), List.of());
    return new EvaluationText(result).text().lines().map(l -> l.replaceAll(" +", " ")).toList();
  }

  @Test
  void plainNumbersHaveTheRootOfTheirSquaredError() {
    List<String> lines = lines(Map.of("y", PLAIN));
    assertEquals(2, lines.size(), lines.toString());
    assertTrue(lines.get(0).contains("rmse mae R² mse in 90.0 % interval"), lines.get(0));
    assertTrue(lines.get(1).contains("y 40 2.5 1.5 0.75 6.25 90.0 %"), lines.get(1));
  }

  @Test
  void otherKindsHaveATableOfTheirOwnScores() {
    Map<String, Scores> scores = new LinkedHashMap<>();
    scores.put("visits", COUNTS);
    scores.put("y", PLAIN);
    List<String> lines = lines(scores);
    assertTrue(lines.get(1).contains("y 40 "), lines.get(1));
    String visits = lines.get(lines.size() - 1);
    assertTrue(visits.contains("30 deviance 1.125 25.0 % 2 80.0 %"), visits);
  }
}
