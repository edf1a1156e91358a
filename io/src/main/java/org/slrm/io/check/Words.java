package org.slrm.io.check;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import org.slrm.io.cell.FixedPoint;
import org.slrm.io.cell.NumberParser;

/** Numbers and names as messages write them. */
public final class Words {
  private Words() {}

  /** A name in quotes. */
  public static String quoted(String name) {
    return "\"" + name + "\"";
  }

  /** A share with one decimal; near 1 it never says all when that is not so. */
  public static String percent(double share) {
    double p = 100 * share;
    double shown = p < 100 && p > 99.9 ? 99.9 : p > 0 && p < 0.1 ? 0.1 : p;
    return FixedPoint.plain(shown, shown == Math.rint(shown) ? 0 : 1) + " %";
  }

  /** A number in full if it is whole, else with five digits. */
  public static String number(double v) {
    return v == Math.rint(v) && Math.abs(v) < 1e15
        ? NumberParser.plain(v)
        : new BigDecimal(v).round(new MathContext(5)).stripTrailingZeros().toString();
  }

  /** A number of things. */
  public static String count(long n, String one, String many) {
    return FixedPoint.count(n) + " " + (n == 1 ? one : many);
  }

  /** A number of rows. */
  public static String rows(long n) {
    return count(n, "row", "rows");
  }

  /** The first few, and how many more there are; one more is named too. */
  public static String some(List<String> all, int most) {
    int named = all.size() == most + 1 ? all.size() : Math.min(most, all.size());
    String shown = String.join(", ", all.subList(0, named));
    return all.size() > named ? shown + " and " + (all.size() - named) + " more" : shown;
  }
}
