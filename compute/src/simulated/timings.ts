/** Durations of the simulation, in milliseconds. */
export interface Timings {
  /** From a machine's definition to its earliest start. */
  define: number
  /** From `starting` to `running`, for the first start. */
  firstStart: number
  /** From `starting` to `running`, for later starts. */
  start: number
  stop: number
  reboot: number
  migrate: number
  repair: number
  /** Of the software of a sled or a switch. */
  update: number
  /** Between two characters of the greeting on the serial console. */
  serialGreeting: number
  /** From a key to its echo on the serial console. */
  serialEchoDelay: number
}

/** Durations of a real rack: a machine created with start is `starting` after 1.5 s and `running` after 4 s. */
export const rackTimings: Timings = {
  define: 1500,
  firstStart: 2500,
  start: 3000,
  stop: 3000,
  reboot: 3000,
  migrate: 4000,
  repair: 5000,
  update: 3000,
  serialGreeting: 50,
  serialEchoDelay: 1000,
}
