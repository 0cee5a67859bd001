/** Maximum length of a version in characters. */
export const MAX_VERSION_LENGTH = 64

/** A semantic version: https://semver.org, in the pattern that it proposes. */
export const VERSION_PATTERN =
  '^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(?:-((?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\\.(?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\\+([0-9a-zA-Z-]+(?:\\.[0-9a-zA-Z-]+)*))?$'
const PATTERN = new RegExp(VERSION_PATTERN)

/** Returns why a text is no semantic version, or null. */
export function versionProblem(text: string): string | null {
  if (text.length > MAX_VERSION_LENGTH) return `must be at most ${MAX_VERSION_LENGTH} characters`
  return PATTERN.test(text) ? null : 'must be a semantic version, such as 2.1.0'
}

/** Returns the parts of a version. @throws Error for a text that is none. */
function partsOf(version: string) {
  const [, major, minor, patch, prerelease, build] = PATTERN.exec(version) ?? []
  if (!major || !minor || !patch) throw new Error(`${version} is not a semantic version`)
  return { core: [major, minor, patch], prerelease: prerelease?.split('.') ?? [], build: build ?? '' }
}

/** Returns digits that compare as text as their numbers do: longer ones come later. */
const sortable = (digits: string): string => String(digits.length).padStart(2, '0') + digits

/**
 * Returns a text that compares byte by byte as versions do (semver.org, section 11): a prerelease comes before its
 * release, numbers come before words, and fewer parts before more. `!` ends a part and `~` stands for no prerelease.
 */
function precedenceKey(version: string): string {
  const { core, prerelease } = partsOf(version)
  const parts = prerelease.map((part) => (/^\d+$/.test(part) ? `0${sortable(part)}!` : `1${part}!`))
  return core.map(sortable).join('') + (parts.join('') || '~')
}

/**
 * Returns a text by which versions sort, byte by byte. Versions that differ only in their build metadata, which has no
 * order, sort by its text.
 */
export const versionSortKey = (version: string): string =>
  `${precedenceKey(version)} ${partsOf(version).build}`

/** Compares two versions; ignores build metadata. Returns a negative number if the first one is older. */
export function compareVersions(one: string, other: string): number {
  const [a, b] = [precedenceKey(one), precedenceKey(other)]
  return a < b ? -1 : a > b ? 1 : 0
}

/** Returns the major number of a version, which may have any number of digits. */
export const majorOf = (version: string): bigint => BigInt(partsOf(version).core[0]!)
