/** Which driver runs the machines of this server, and why. */
export type DriverSelection = {
  driver: string
  /** A sentence for operators. */
  reason: string
  /** The drivers that were considered, with what this computer lacks to run them, as sentences. */
  candidates: readonly { name: string; missing: readonly string[] }[]
}
