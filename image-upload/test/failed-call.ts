import type { CallFailure } from '../src/host.ts'

/** A host's error for a failed call. */
export const failedCall = (message: string, statusCode: number, errorCode?: string): CallFailure =>
  Object.assign(new Error(message), { statusCode, errorCode })
