import { newPasswordProblem } from '@granary/domain/passwords.ts'
import { invalidValue } from '../../kit/base/errors.ts'

/**
 * Checks a password that a user gets from now on.
 * @param path the field that holds it, in wire names.
 * @throws ApiError 400 for one that is too short, very common, or a name that anyone would try.
 */
export async function checkNewPassword(
  path: string,
  password: string,
  { username, siloName }: { username: string; siloName: string },
): Promise<void> {
  const problem = newPasswordProblem(password, username, siloName)
  if (problem) throw invalidValue(path, problem.code, `a password ${problem.message}`)
  if ((await commonPasswords()).has(password.toLowerCase()))
    throw invalidValue(path, 'not_allowed', 'this password is one of the most common ones; choose another')
}

let common: Promise<Set<string>> | undefined

/** Returns 49,000 passwords from breaches, in lower case. They take a moment to unpack, so they load with the first use. */
const commonPasswords = (): Promise<Set<string>> =>
  (common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].map((word) => word.toLowerCase())),
  ))
