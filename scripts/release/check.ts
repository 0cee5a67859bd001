import type { Metadata, Root } from '@tufjs/models'
import { verifyFiles } from '../../server/src/releases/artifacts.ts'
import { readRoot } from '../../server/src/releases/documents.ts'
import { requireSigned } from '../../server/src/releases/trust.ts'
import { verifyDocuments } from '../../server/src/releases/verify.ts'
import { openZip } from '../../server/src/releases/zip.ts'

/**
 * Checks a release as a server does that trusts its first root document, so that a wrong key or name is found here and not by
 * the operators who get the release.
 * @param roots texts of the root documents, oldest first.
 * @throws Error with the server's refusal.
 */
export async function checkRelease(path: string, roots: readonly string[]): Promise<void> {
  await using zip = await openZip(path)
  const listing = await verifyDocuments(zip, [JSON.parse(roots[0]!)], new Date())
  await verifyFiles(zip, listing)
}

/**
 * Checks that servers accept a root document, and that those that trust the one before it follow it.
 * @param previous text of the root document that it replaces.
 * @throws Error with the server's refusal.
 */
export function checkRoot(text: string, previous?: string): void {
  const read = (from: string): Metadata<Root> => readRoot(JSON.parse(from), 'The root document')
  const root = read(text)
  requireSigned(root, 'root', root, 'The root document')
  if (previous !== undefined) requireSigned(read(previous), 'root', root, 'The new root document')
}
