/** Samples since a start time, counted in bins. Names are those of the published API. */
export type Distribution = {
  /** Lower edge of each bin. The last bin has no upper edge. */
  bins: readonly number[]
  /** Samples in each bin. */
  counts: number[]
  /** Single samples are not known, so neither are the smallest and the largest. */
  min: null
  max: null
  sumOfSamples: number
  /** Sum of the squared differences from the mean, with the middle of a bin for its samples. */
  squaredMean: number
  /** Percentiles, with the samples of a bin spread evenly over it; null without samples. */
  p50: number | null
  p90: number | null
  p99: number | null
}

/** Returns the distribution of samples that were counted in bins. */
export function distributionOf(bins: readonly number[], counts: number[], sum: number): Distribution {
  const samples = counts.reduce((total, count) => total + count, 0)
  const mean = samples === 0 ? 0 : sum / samples
  const squaredMean = counts.reduce((total, count, at) => total + count * (middleOf(bins, at) - mean) ** 2, 0)
  const percentile = (share: number) => (samples === 0 ? null : valueAt(bins, counts, share * samples))
  return {
    bins,
    counts,
    min: null,
    max: null,
    sumOfSamples: sum,
    squaredMean,
    p50: percentile(0.5),
    p90: percentile(0.9),
    p99: percentile(0.99),
  }
}

const middleOf = (bins: readonly number[], at: number): number =>
  at === bins.length - 1 ? bins[at]! : (bins[at]! + bins[at + 1]!) / 2

/** Returns the value below which this many samples are. In the last bin it is the bin's edge, as it has no other. */
function valueAt(bins: readonly number[], counts: readonly number[], rank: number): number {
  let before = 0
  for (const [at, count] of counts.entries()) {
    if (count > 0 && before + count >= rank) {
      const [from, to] = [bins[at]!, bins[at + 1] ?? bins[at]!]
      return from + ((rank - before) / count) * (to - from)
    }
    before += count
  }
  return bins.at(-1)!
}
