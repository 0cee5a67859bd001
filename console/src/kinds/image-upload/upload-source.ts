import { imageView } from '@granary/contract/generated/client.ts'
import { UnreadableFileError } from '@granary/image-upload/host.ts'
import type { Unfinished } from '@granary/image-upload/unfinished.ts'
import { ApiError } from '../../api/errors.ts'
import { request } from '../../api/request.ts'

/** Returns a form value that an interrupted upload recorded, or null for a new upload. */
export const recorded = (begun: Unfinished | null, field: 'name' | 'os' | 'version'): string | null =>
  begun && (field === 'name' ? begun.image : begun[field])

/** Returns a source for a complete upload, which is never read and so needs no file. */
export const arrived = ({ bytes, size, fileName, disk }: Unfinished) => ({
  fileName: fileName ?? disk,
  contents: { size: bytes ?? size, read: async () => Promise.reject(new UnreadableFileError()) },
})

/** Checks that the name is free before the upload. @throws ApiError with the message of a refused creation. */
export async function refuseTaken(project: string, name: string): Promise<void> {
  try {
    await request(imageView, { path: { image: name }, query: { project } })
  } catch (error) {
    if (error instanceof ApiError && error.statusCode === 404) return
    throw error
  }
  throw new ApiError('Image name already exists', { statusCode: 400, errorCode: 'ObjectAlreadyExists' })
}
