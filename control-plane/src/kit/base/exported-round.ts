/** One counter of a machine, disk or interface, with a name and labels in the form of Prometheus. */
export type ExportedSample = { name: string; labels: Readonly<Record<string, string>>; value: number }

/** The counters of all machines at one time, for a store outside of Granary. */
export type ExportedRound = {
  /** Milliseconds since 1970. */
  time: number
  /** Number of samples. */
  size: number
  /** Makes the samples one by one, because all labels of a round take much memory. */
  samples: () => Iterable<ExportedSample>
}
