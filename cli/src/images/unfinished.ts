import { extensionsOf } from '../extensions.ts'
import { cleanUp } from '@granary/image-upload/clean-up.ts'
import { namesOfDisk } from '@granary/image-upload/temporary.ts'
import { type Unfinished, unfinishedUploads } from '@granary/image-upload/unfinished.ts'
import type { Ask } from '@granary/image-upload/host.ts'
import { uploadWire } from '@granary/image-upload/wire.ts'
import { CommandError, EXIT, usage } from '../exit-codes.ts'
import { asJson } from '../output/json.ts'
import { showItems } from '../output/show.ts'
import { targetOf, type World } from '../target.ts'
import { callsOf, sendBlocksBy } from './call.ts'

type Given = { project: string; host?: string; json?: boolean }

/**
 * Finds the interrupted upload of an image.
 * @throws CommandError 1 if there is none, or more than one.
 */
export async function unfinishedUploadOf(
  ask: Ask,
  { project, name }: { project: string; name: string },
  signal: AbortSignal,
): Promise<Unfinished> {
  const found = (await unfinishedUploads(ask, project, signal)).filter(({ image }) => image === name)
  const [only, ...others] = found
  if (only && others.length === 0) return only
  const disks = found.map(({ disk }) => disk).join(', ')
  throw new CommandError(
    EXIT.refused,
    found.length === 0
      ? `no upload of an image ${name} into ${project} is unfinished`
      : `several uploads of an image ${name} are unfinished: ${disks}. Clean up all but one of them with \`granary image upload-clean-up\``,
  )
}

/** `granary image upload-list`: lists the uploads whose temporary disks still exist. */
export async function listUnfinished(world: World, given: Given): Promise<void> {
  const ask = callsOf(targetOf(world, given.host))
  const found = await unfinishedUploads(ask, given.project, world.interrupted)
  const items = found.map(({ disk, image, fileName, state, size, begun }) => ({
    disk,
    image,
    file: fileName,
    state,
    size,
    begun: begun.toISOString(),
  }))
  if (given.json) return void world.out.write(asJson(items))
  world.out.write(showItems(items, ['disk', 'image', 'file', 'state', 'begun'], new Map(), null))
  if (items.length === 0) world.err.write('No results\n')
}

/** `granary image upload-clean-up DISK`: ends the import and deletes the upload's disk and snapshot. */
export async function cleanUpUnfinished(world: World, disk: string, given: Given): Promise<void> {
  const names = namesOfDisk(disk)
  if (!names)
    throw usage(`${disk} is not the disk of an upload; run \`granary image upload-list\` to list them`)
  const target = targetOf(world, given.host)
  const ask = callsOf(target)
  const extensions = await extensionsOf(target, world.interrupted)
  const wire = uploadWire({ ask, sendBlocks: sendBlocksBy(ask), extensions }, given.project)
  if (!(await wire.disk(names.disk, world.interrupted)) && !(await wire.snapshot(names.snapshot)))
    throw new CommandError(EXIT.refused, `there is no disk ${disk} in ${given.project}`)
  await Promise.race([cleanUp(wire, names), interruption(world.interrupted)])
}

const interruption = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) =>
    signal.addEventListener('abort', () => reject(new CommandError(EXIT.interrupted, 'interrupted')), {
      once: true,
    }),
  )
