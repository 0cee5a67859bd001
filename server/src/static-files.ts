import { createReadStream, existsSync, statSync } from 'node:fs'
import { extname, join, normalize, sep } from 'node:path'
import { Readable } from 'node:stream'

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
  '.png': 'image/png',
}
const ENCODINGS = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
]
const YEAR = 31_536_000

/** Serves the files of a folder; those under `assets/` have a hash in their name and never change. */
export function staticFiles(
  folder: string,
): (pathname: string, headers: Headers, head?: boolean) => Response | null {
  return (pathname, headers, head = false) => {
    const path = pathOf(folder, pathname)
    if (!path || !existsSync(path) || !statSync(path).isFile()) return null
    const accepted = headers.get('accept-encoding') ?? ''
    const encoding = ENCODINGS.find(
      ({ name, suffix }) => accepted.includes(name) && existsSync(path + suffix),
    )
    const served = encoding ? path + encoding.suffix : path
    const immutable = pathname.startsWith('/assets/')
    return new Response(head ? null : (Readable.toWeb(createReadStream(served)) as ReadableStream), {
      headers: {
        'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
        'content-length': String(statSync(served).size),
        'cache-control': immutable ? `public, max-age=${YEAR}, immutable` : 'no-store',
        vary: 'accept-encoding',
        ...(encoding ? { 'content-encoding': encoding.name } : {}),
      },
    })
  }
}

/** Where a path of the site lies, or null when it leads out of the folder. */
function pathOf(folder: string, pathname: string): string | null {
  try {
    const path = join(folder, normalize(decodeURIComponent(pathname)))
    return path.startsWith(folder + sep) && !path.includes('\0') ? path : null
  } catch {
    return null
  }
}
