/** As long as the words may be that tell what is inside of an image. */
const MAX_LENGTH = 255

/** What is wrong with the OS or the version of an image, or null. */
export const labelProblem =
  (label: string) =>
  (value: string): string | null => {
    if (value.trim() === '') return `${label} is required`
    return value.length > MAX_LENGTH ? `Must be ${MAX_LENGTH} characters or fewer` : null
  }
