import { fullNumber } from '@granary/domain/numbers.ts'
import { KiB, MAX_USER_DATA } from '@granary/domain/sizes.ts'
import { userDataSizeProblem } from '@granary/domain/user-data.ts'
import { capitalize } from '../../../api/errors.ts'
import type { InstanceValues } from './values.ts'

type UserData = Pick<InstanceValues, 'userDataFrom' | 'userDataText' | 'userDataFile'>

/** Returns the size in bytes as the server counts it: text in UTF-8, a file as it is. */
export const userDataBytes = ({ userDataFrom, userDataText, userDataFile }: UserData): number =>
  userDataFrom === 'text' ? new TextEncoder().encode(userDataText).length : (userDataFile?.size ?? 0)

/** Returns what is wrong with the selected user data, or null. */
export function userDataProblem(values: UserData): string | null {
  const problem = userDataSizeProblem(userDataBytes(values))
  return problem && capitalize(problem)
}

/** `1,204 of 32,768 bytes (32 KiB)` */
export const userDataUse = (values: UserData): string =>
  `${fullNumber(userDataBytes(values))} of ${fullNumber(MAX_USER_DATA)} bytes (${MAX_USER_DATA / KiB} KiB)`

/** Returns the selected user data in base64. */
export async function encodeUserData({
  userDataFrom,
  userDataText,
  userDataFile,
}: UserData): Promise<string> {
  const bytes =
    userDataFrom === 'text'
      ? new TextEncoder().encode(userDataText)
      : new Uint8Array((await userDataFile?.arrayBuffer()) ?? [])
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}
