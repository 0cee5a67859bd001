import { present } from '../../kit/base/present.ts'
import { algorithmOf, checksumIn, fileNameOf } from '@granary/domain/checksums.ts'
import type { ImageFetchRow } from '../../database/schema.ts'
import { FetchRefusal } from '../../kit/base/image-files.ts'
import type { FetchRun } from './stage.ts'

/** Compares a downloaded file with its checksum, if it has one. @throws FetchRefusal */
export async function checkFile({ files, ending }: FetchRun, row: ImageFetchRow): Promise<void> {
  const wanted = row.checksum ?? (row.checksum_url && (await publishedChecksum(row.checksum_url, row.url)))
  if (!wanted) return
  const algorithm = present(algorithmOf(wanted), 'the algorithm of the checksum')
  const found = await files.digest(row.id, algorithm, ending)
  if (found !== wanted)
    throw new FetchRefusal(
      `The file has the ${algorithm === 'sha256' ? 'SHA-256' : 'SHA-512'} checksum ${found}, and not ${wanted}. It was damaged or replaced.`,
    )

  async function publishedChecksum(listUrl: string, url: string): Promise<string> {
    const name = fileNameOf(url)
    const checksum = checksumIn(await files.text(listUrl, ending), name)
    if (!checksum) throw new FetchRefusal(`The list of checksums has none for "${name}".`)
    return checksum
  }
}
