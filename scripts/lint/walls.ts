// A lint rule that keeps the order of the rooms and of the folders in them (rooms.ts). It resolves each import to a file first, so
// neither the depth of a folder nor the way a path is written decides.
import { isBuiltin } from 'node:module'
import { posix, relative } from 'node:path'
import { platforms, reserved, type Room, rooms } from './rooms.ts'

/** The properties of syntax tree nodes that the rule reads. */
type Node = { type: string; value?: unknown; source?: Node | null }
type RuleContext = {
  filename: string
  cwd: string
  report: (problem: { node: Node; message: string }) => void
}

const inRoom = /^([^/]+)\/src\/(.+)$/

/** Returns the path of an imported file from the root, or null for a package. */
function fileOf(file: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(file), specifier)
  const own = /^@granary\/([^/]+)(?:\/(.+))?$/.exec(specifier)
  if (!own) return null
  const [, room, path = ''] = own
  return path.startsWith('conformance/') ? `${room}/${path}` : `${room}/src/${path}`
}

/** Returns the layer of a file and its folder there; files in no folder of the list come last. */
function placeOf(path: string, layers: NonNullable<Room['layers']>): { rank: number; folder: string } {
  for (const [rank, layer] of layers.entries())
    for (const folder of layer) if (path.startsWith(`${folder}/`)) return { rank, folder }
  return { rank: layers.length, folder: '' }
}

function outOfOrder(room: Room, from: string, to: string): boolean {
  if (!room.layers) return false
  const [own, other] = [placeOf(from, room.layers), placeOf(to, room.layers)]
  return other.rank > own.rank || (other.rank === own.rank && other.folder !== own.folder)
}

/**
 * Returns why a file may not import this, or null.
 * @param file the importing file's path from the root, with slashes.
 */
export function refusal(file: string, specifier: string): string | null {
  const [, name = '', from = ''] = inRoom.exec(file) ?? []
  const room = rooms[name]
  if (!room) return null
  const target = fileOf(file, specifier)
  if (target === null) {
    const needed = isBuiltin(specifier) ? `node:${specifier}` : specifier
    const platform = room.without?.find((each) => platforms[each].test(needed))
    return platform ? `${name}/ runs without ${platform}.` : null
  }
  const reserve = reserved.find(({ files, importers }) => files.test(target) && !importers.test(file))
  if (reserve) return reserve.message
  const [other] = target.split('/')
  if (other !== name)
    return room.imports.includes(other!)
      ? null
      : `${name}/ imports ${room.imports.map((each) => `${each}/`).join(', ') || 'no other room'}, but not ${other}/.`
  const [, , to] = inRoom.exec(target) ?? []
  return to !== undefined && outOfOrder(room, from, to)
    ? `${name}/src has layers: a folder imports from the lines above its own in scripts/lint/rooms.ts, and from nothing else.`
    : null
}

/** Tests put things together that their subjects keep apart. */
const isTest = (file: string): boolean => /\.test\.tsx?$|(^|\/)testing\.tsx?$/.test(file)

const imports = {
  create(context: RuleContext) {
    const file = relative(context.cwd, context.filename).replaceAll('\\', '/')
    if (isTest(file)) return {}
    const check = (node: Node) => {
      const specifier = node.source?.value
      const message = typeof specifier === 'string' ? refusal(file, specifier) : null
      if (message) context.report({ node, message })
    }
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
      TSImportType: check,
    }
  },
}

export default { meta: { name: 'walls' }, rules: { imports } }
