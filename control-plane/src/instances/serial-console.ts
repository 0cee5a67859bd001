import { DriverError } from '@granary/compute/driver-error.ts'
import type { SerialHistory, SerialRange } from '@granary/compute/serial.ts'
import { instanceServerOutcome } from '@granary/domain/instance-outcomes.ts'
import type { InstanceRow } from '../database/schema.ts'
import type { OuterContext } from '../kit/context/context.ts'
import { invalidRequest, unavailable } from '../kit/base/errors.ts'

/** Returns the serial console output since boot. @throws ApiError 400 when there is none, or the range is gone. */
export async function readSerialHistory(
  context: OuterContext,
  row: InstanceRow,
  range: SerialRange,
): Promise<SerialHistory> {
  requireConsole(row)
  return refused(() => context.services.compute.serial(row.id).history(range))
}

/** @throws ApiError 400 in a state without a serial console. */
export function requireConsole(row: InstanceRow): void {
  if (instanceServerOutcome('serial_console', row.run_state) !== 'ok')
    throw invalidRequest(`cannot connect to serial console of instance in state "${row.run_state}"`)
}

/** Translates an error of the driver. @throws ApiError 400 or 503. */
export async function refused<Result>(ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof DriverError && (error.kind === 'invalid' || error.kind === 'not_found'))
      throw invalidRequest(`serial console: ${error.message}`)
    if (!(error instanceof DriverError)) throw error
    throw unavailable('the serial console does not answer at present; try again')
  }
}
