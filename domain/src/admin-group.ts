import { isDistinguishedName } from './distinguished-names.ts'

/**
 * Returns why members of a group of this name can never sign in by SAML, or null. Answers of identity providers list groups
 * separated by commas and spaces, and each name is at most 512 visible characters.
 */
export function samlGroupProblem(name: string): string | null {
  if (name.trim() !== name || name === '') return 'must not begin or end with a space'
  if (name.length > 512 || /\p{Cc}/u.test(name)) return 'must be at most 512 characters, all of them visible'
  if (name.includes(',') && !isDistinguishedName(name))
    return 'must have no comma unless it is a distinguished name: commas separate the groups in answers of identity providers'
  return null
}
