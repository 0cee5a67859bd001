/** Maximum length of an image's OS and version, in characters. */
const MAX_LENGTH = 255

/** Returns what is wrong with the OS or version of an image, or null. */
export const labelProblem =
  (label: string) =>
  (value: string): string | null => {
    if (value.trim() === '') return `${label} is required`
    return value.length > MAX_LENGTH ? `Must be ${MAX_LENGTH} characters or fewer` : null
  }
