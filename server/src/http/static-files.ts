import { readFileSync, statSync } from 'node:fs'
import { extname, join, normalize, sep } from 'node:path'
import { acceptedEncoding } from './compress.ts'

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
  '.png': 'image/png',
  '.txt': 'text/plain; charset=utf-8',
}
const SUFFIXES = { br: '.br', gzip: '.gz' } as const
const YEAR = 31_536_000

/** Returns the answer with the file of a path; null when there is none. */
export type StaticFiles = (pathname: string, request: Request) => Response | null

/**
 * Serves the files of a folder, in the compressed form beside them where the client accepts it. Files under `assets/`
 * have a hash in their name and never change; the page that names them is never stored; clients revalidate the others.
 */
export function staticFiles(folder: string): StaticFiles {
  const read = cachedReader()
  return (pathname, request) => {
    const path = pathOf(folder, pathname)
    const plain = path && read(path)
    if (!plain) return null
    const encodings = (['br', 'gzip'] as const).filter((name) => read(path + SUFFIXES[name]))
    const encoding = acceptedEncoding(request.headers.get('accept-encoding'), encodings)
    const { bytes, tag } = encoding ? read(path + SUFFIXES[encoding])! : plain
    const headers = new Headers({
      'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
      'cache-control': cacheControl(pathname),
      vary: 'accept-encoding',
      etag: tag,
    })
    if (request.headers.get('if-none-match')?.includes(tag))
      return new Response(null, { status: 304, headers })
    headers.set('content-length', String(bytes.byteLength))
    if (encoding) headers.set('content-encoding', encoding)
    return new Response(request.method === 'HEAD' ? null : bytes, { headers })
  }
}

function cacheControl(pathname: string): string {
  if (pathname.startsWith('/assets/')) return `public, max-age=${YEAR}, immutable`
  return pathname.endsWith('.html') ? 'no-store' : 'no-cache'
}

type Content = { bytes: Uint8Array<ArrayBuffer>; tag: string }

/** Caches files as long as they don't change: a console is a few megabytes. */
function cachedReader(): (path: string) => Content | null {
  const kept = new Map<string, Content>()
  return (path) => {
    const stat = statSync(path, { throwIfNoEntry: false })
    if (!stat?.isFile()) return null
    const tag = `"${stat.size.toString(36)}-${Math.round(stat.mtimeMs).toString(36)}"`
    const known = kept.get(path)
    if (known?.tag === tag) return known
    const content = { bytes: new Uint8Array(readFileSync(path)), tag }
    kept.set(path, content)
    return content
  }
}

/** Resolves a path of the site to a file; null when it leaves the folder or is invalid. */
function pathOf(folder: string, pathname: string): string | null {
  let decoded: string
  try {
    decoded = decodeURIComponent(pathname)
  } catch {
    return null
  }
  if (/[\0\\]/.test(decoded)) return null
  const path = join(folder, normalize(decoded))
  return path.startsWith(folder + sep) ? path : null
}
