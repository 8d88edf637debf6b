/**
 * What the service speaks of, whatever an account calls its metrics (facts, metrics.json). @guess get_*mapped_metric*:
 * At first, each is mapped to the metric with the usual name, such as `Added to Cart`.
 */
export const usual: Readonly<Record<string, string>> = {
  added_to_cart: "Added to Cart",
  cancelled_sales: "Cancelled Order",
  ordered_product: "Ordered Product",
  refunded_sales: "Refunded Order",
  revenue: "Placed Order",
  started_checkout: "Started Checkout",
  viewed_product: "Viewed Product",
};

/** What can be mapped. */
export const mappedMetricIds: readonly string[] = Object.keys(usual);
