import type { CallFailure } from '../src/host.ts'

/** What a host throws for a call that failed. */
export const failedCall = (message: string, statusCode: number, errorCode?: string): CallFailure =>
  Object.assign(new Error(message), { statusCode, errorCode })
