package org.slrm.cli.output.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.slrm.cli.result.EvaluationResult;
import org.slrm.io.check.DataWarning;
import org.slrm.io.score.Scores;
import org.slrm.method.LabelKind;

class EvaluationJsonTest {
  private static final Scores PLAIN =
      new Scores.NumericScores(LabelKind.NUMERIC, 40, 6.25, 1.5, 0.75, 0.9, 1, 6.25, 0.75, 0.5);
  private static final Scores COUNTS =
      new Scores.NumericScores(LabelKind.COUNTS, 30, 9, 2, 0.5, 0.8, 1, 1.125, 0.25, 0.5);

  private static Map<String, Object> json(Map<String, Scores> scores, DataWarning... warnings) {
    return new EvaluationJson(new EvaluationResult(scores, 0.9, null, List.of(), List.of(warnings)))
        .map();
  }

  @Test
  void scoresOfOneTargetAreKeysOfTheObject() {
    Map<String, Object> json = json(Map.of("y", PLAIN));
    assertEquals(2.5, json.get("rmse"));
    assertEquals("mse", json.get("scoreName"));
    assertEquals(List.of(), json.get("warnings"));
    assertFalse(json.containsKey("explained"));
  }

  @Test
  void scoresOfSeveralTargetsAreObjectsByName() {
    Map<String, Object> json = json(Map.of("y", PLAIN, "visits", COUNTS));
    assertEquals(6.25, ((Map<?, ?>) json.get("y")).get("score"));
    assertEquals(0.25, ((Map<?, ?>) json.get("visits")).get("devianceExplained"));
  }

  @Test
  void warningsHaveCodeColumnValueAndMessage() {
    DataWarning leak = new DataWarning(DataWarning.LEAK, "a", 0.99, Map.of("target", "y"));
    List<?> warnings = (List<?>) json(Map.of("y", PLAIN), leak).get("warnings");
    Map<?, ?> first = (Map<?, ?>) warnings.get(0);
    assertEquals("leak", first.get("code"));
    assertEquals("a", first.get("column"));
    assertEquals(0.99, first.get("value"));
    assertEquals(leak.message(), first.get("message"));
  }
}
