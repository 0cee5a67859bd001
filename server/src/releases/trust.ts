import { ReleaseRefused } from '@granary/control-plane/kit/base/release-files.ts'
import type { Metadata, Root } from '@tufjs/models'
import { parsed, readRoot } from './documents.ts'
import { MAX_SHORT_DOCUMENT } from './limits.ts'
import type { Zip } from './zip.ts'

/** No trust root vouches for the release; another trust root may. */
export class Untrusted extends ReleaseRefused {}

/** What a refusal calls the root document of a request. */
const UPLOADED = 'The root document'
/** Root documents that one release may bring to replace its trust root. */
const MAX_CHAIN = 64

/** Checks that a document is a root document that enough of its own keys sign. @throws ReleaseRefused */
export function checkRoot(document: unknown): void {
  const root = readRoot(document, UPLOADED)
  requireSigned(root, 'root', root, UPLOADED)
}

/**
 * Follows the root documents of a release from a trust root to the newest one. Each must be signed as the one before it
 * requires and as it requires itself (TUF specification, section 5.3).
 * @throws ReleaseRefused
 */
export async function newestRoot(zip: Zip, trusted: Metadata<Root>, now: Date): Promise<Metadata<Root>> {
  let root = trusted
  const last = await documentOf(zip, 'metadata/root.json')
  for (let count = 0; ; count++) {
    const next = root.signed.version + 1
    const name = `metadata/${next}.root.json`
    const found = zip.has(name) ? await documentOf(zip, name) : last
    if (!found || found.root.signed.version !== next) break
    if (count === MAX_CHAIN)
      throw new ReleaseRefused(`The release has more than ${MAX_CHAIN} root documents after the trust root.`)
    requireSigned(root, 'root', found.root, found.name)
    requireSigned(found.root, 'root', found.root, found.name)
    root = found.root
  }
  if (last && last.root.signed.version > root.signed.version)
    throw new Untrusted(
      `${last.name} has version ${last.root.signed.version}, but the trust root has version ${trusted.signed.version} and the release has no metadata/${root.signed.version + 1}.root.json between them.`,
    )
  requireUnexpired(root, root === trusted ? 'The trust root' : `Root document ${root.signed.version}`, now)
  return root
}

async function documentOf(zip: Zip, name: string): Promise<{ name: string; root: Metadata<Root> } | null> {
  if (!zip.has(name)) return null
  return { name, root: readRoot(parsed(await zip.read(name, MAX_SHORT_DOCUMENT), name), name) }
}

/** @throws Untrusted unless enough keys that the root lists for a role sign the document. */
export function requireSigned(
  root: Metadata<Root>,
  role: 'root' | 'timestamp' | 'snapshot' | 'targets',
  document: Parameters<Metadata<Root>['verifyDelegate']>[1],
  name: string,
): void {
  try {
    root.verifyDelegate(role, document)
  } catch {
    const { threshold } = root.signed.roles[role]!
    throw new Untrusted(
      `${name} needs ${threshold} valid ${threshold === 1 ? 'signature' : 'signatures'} of the keys that the root document lists for ${role}, and has fewer.`,
    )
  }
}

/** @throws ReleaseRefused if the document has expired. */
export function requireUnexpired(
  { signed }: { signed: { expires: string; isExpired: (at: Date) => boolean } },
  name: string,
  now: Date,
): void {
  if (signed.isExpired(now))
    throw new ReleaseRefused(
      `${name} expired at ${signed.expires}; the server's clock is at ${now.toISOString()}. Ask for a release with new signatures.`,
    )
}
