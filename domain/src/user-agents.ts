/** Programs by their mark in a user agent. Browsers also carry the marks of the ones that they imitate, so order counts. */
const PROGRAMS: readonly [RegExp, string][] = [
  [/\bgranary-cli\b/, 'granary command line'],
  [/\bcurl\//, 'curl'],
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const SYSTEMS: readonly [RegExp, string][] = [
  [/\bWindows\b/, 'Windows'],
  [/\b(?:iPhone|iPad)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac ?OS\b/, 'macOS'],
  [/\bLinux\b/i, 'Linux'],
]

const nameIn = (names: readonly [RegExp, string][], userAgent: string): string | undefined =>
  names.find(([mark]) => mark.test(userAgent))?.[1]

/** Names the program of a user agent, and its system: `Firefox on Windows`. Null for an unknown program. */
export function clientName(userAgent: string | null): string | null {
  const program = nameIn(PROGRAMS, userAgent ?? '')
  const system = nameIn(SYSTEMS, userAgent ?? '')
  return program ? program + (system ? ` on ${system}` : '') : null
}
