import { imageFileProblem } from '@granary/domain/image-files.ts'
import { inspect, type Inspection, inspectionProblem } from '@granary/image-upload/contents.ts'
import { resumeProblem, type Unfinished } from '@granary/image-upload/unfinished.ts'
import { type Source, UnreadableFileError } from '@granary/image-upload/host.ts'

const inspections = new WeakMap<File, Inspection>()

/** Inspects a file once, and again before it is used, because it may have changed since. */
export async function inspectFile(file: File, { anew = false } = {}): Promise<Inspection> {
  const known = anew ? undefined : inspections.get(file)
  if (known) return known
  const found = await inspect(sourceOf(file))
  inspections.set(file, found)
  return found
}

/** Returns the result of the inspection, synchronously; undefined before there is one. */
export const inspected = (file: File): Inspection | undefined => inspections.get(file)

/**
 * Returns what is wrong with a file as an image with blocks of a size, as far as it has been inspected, or null.
 * @param unfinished the upload that continues with the file, if any.
 */
export function fileProblem(
  file: File | null,
  blockSize: number,
  unfinished: Unfinished | null = null,
): string | null {
  if (!file) return 'Image file is required'
  const found = inspections.get(file)
  if (found)
    return (
      inspectionProblem(found, blockSize) ??
      (unfinished && resumeProblem(unfinished, found.contents, blockSize))
    )
  return imageFileProblem({ size: file.size, blockSize, head: null })
}

const sourceOf = (file: File): Source => ({
  name: file.name,
  size: file.size,
  async read(from, to) {
    try {
      return new Uint8Array(await file.slice(from, to).arrayBuffer())
    } catch {
      // The browser keeps a reference to the file, not its content.
      throw new UnreadableFileError()
    }
  },
  slice: (from, to) => file.slice(from, to),
})
