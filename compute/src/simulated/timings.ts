/** How long things take in the simulation, in milliseconds. */
export interface Timings {
  /** From the definition of a machine until it could start. */
  define: number
  /** From `starting` to `running`, the first time. */
  firstStart: number
  /** The same, each later time. */
  start: number
  stop: number
  reboot: number
  migrate: number
  repair: number
  /** Between two characters of the greeting on the serial console. */
  serialGreeting: number
  /** From a key to its echo on the serial console. */
  serialEchoDelay: number
}

/** What a rack takes: a machine created with start is `starting` after 1.5 s and `running` after 4 s. */
export const rackTimings: Timings = {
  define: 1500,
  firstStart: 2500,
  start: 3000,
  stop: 3000,
  reboot: 3000,
  migrate: 4000,
  repair: 5000,
  serialGreeting: 50,
  serialEchoDelay: 1000,
}
