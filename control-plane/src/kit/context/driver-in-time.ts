import type { Clock } from '@granary/compute/clock.ts'
import { DriverError } from '@granary/compute/driver-error.ts'
import type { ComputeDriver } from '@granary/compute/driver.ts'
import type { SerialPort } from '@granary/compute/serial.ts'
import { eachCall } from '../base/each-call.ts'
import { inTime } from '../base/in-time.ts'

const late = () => new DriverError('unreachable', 'no answer within 30 seconds')

/**
 * Returns the driver as requests get it. Drivers have no deadlines, so a call without an answer within 30 seconds fails as if its sled did
 * not answer, and what it began may still happen.
 * @throws DriverError `unreachable` from such a call.
 */
export function driverInTime({ compute, clock }: { compute: ComputeDriver; clock: Clock }): ComputeDriver {
  const waited = <Result>(answer: Promise<Result>) => inTime({ clock }, answer, late)
  const pass = (call: () => unknown): unknown => {
    const answer = call()
    return answer instanceof Promise ? waited(answer) : answer
  }
  const portInTime = (port: SerialPort): SerialPort =>
    eachCall(port, pass, {
      connect: async (options) => {
        const opened = port.connect(options)
        try {
          return await waited(opened)
        } catch (error) {
          // Nobody reads a connection that opens too late.
          void opened.then(
            (connection) => connection.close(),
            () => {},
          )
          throw error
        }
      },
    })
  return eachCall(compute, pass, { serial: (machineId) => portInTime(compute.serial(machineId)) })
}
