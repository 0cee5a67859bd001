import { extensionsOf } from '../extensions.ts'
import { imageView } from '@granary/contract/generated/client.ts'
import { contract } from '@granary/contract/contract.ts'
import { blockSizeWarning, bootWarnings } from '@granary/domain/image-files.ts'
import { labelProblem } from '@granary/domain/image-labels.ts'
import { descriptionProblem, nameProblem } from '@granary/domain/names.ts'
import { formatBytes } from '@granary/domain/numbers.ts'
import { Qcow2Error } from '@granary/domain/qcow2.ts'
import { BLOCK_SIZES, type BlockSize } from '@granary/domain/sizes.ts'
import { inspect, type Inspection, inspectionProblem } from '@granary/image-upload/contents.ts'
import { isCallFailure, UnreadableFileError } from '@granary/image-upload/host.ts'
import { resumeProblem, type Unfinished } from '@granary/image-upload/unfinished.ts'
import { createUpload, type Upload } from '@granary/image-upload/upload.ts'
import { uploadWire } from '@granary/image-upload/wire.ts'
import { answerFieldsOf } from '../answer.ts'
import { CommandError, EXIT, usage } from '../exit-codes.ts'
import { askJson } from '../http.ts'
import { asJson } from '../output/json.ts'
import { showOne } from '../output/show.ts'
import { targetOf, type World } from '../target.ts'
import { callsOf, sendBlocksBy } from './call.ts'
import { openLocalFile } from './local-file.ts'
import { followProgress } from './progress.ts'
import { unfinishedUploadOf } from './unfinished.ts'

export type UploadFlags = {
  project: string
  name: string
  os?: string
  version?: string
  description: string
  blockSize?: string
  resume?: boolean
  host?: string
  json?: boolean
}

/** `granary image upload FILE`: makes a project image from a local file, and shows it. */
export async function uploadImage(world: World, path: string, given: UploadFlags): Promise<void> {
  refuseWrong('--name', nameProblem(given.name))
  refuseWrong('--description', descriptionProblem(given.description))
  if (!given.resume) labelsOf(given, null)
  const target = targetOf(world, given.host)
  const file = await openLocalFile(path)
  try {
    const found = await inspect(file)
    const ask = callsOf(target)
    const { project, name } = given
    const unfinished = given.resume ? await unfinishedUploadOf(ask, given, world.interrupted) : null
    const labels = labelsOf(given, unfinished)
    const blockSize =
      given.blockSize === undefined && unfinished ? unfinished.blockSize : blockSizeOf(given.blockSize, found)
    const problem =
      inspectionProblem(found, blockSize) ??
      (unfinished && resumeProblem(unfinished, found.contents, blockSize))
    if (problem) throw usage(`${path}: ${problem}`)
    // An interrupted upload may have created the image already.
    const mayBeThere = unfinished?.isWhole === true
    const look = () => ask(imageView, { path: { image: name }, query: { project } }, world.interrupted)
    if (!mayBeThere && (await isThere(look)))
      throw new CommandError(EXIT.refused, `an image named ${name} already exists in ${project}`)
    if (!given.json) warn(world, found, blockSize)
    const wish = {
      ...given,
      ...labels,
      fileName: file.name,
      contents: found.contents,
      blockSize,
    }
    const wire = uploadWire(
      { ask, sendBlocks: sendBlocksBy(ask), extensions: await extensionsOf(target, world.interrupted) },
      project,
    )
    const upload = createUpload(wire, wish, { unfinished })
    await carryOut(world, upload, { project, fileName: file.name, quiet: given.json === true })
    const { skipped } = upload.state.get()
    if (!given.json && skipped > 0)
      world.err.write(`${formatBytes(skipped)}${unfinished ? '' : ' of zeros'} did not have to be sent.\n`)
    const view = { method: 'GET', path: `/v1/images/${name}`, query: new URLSearchParams({ project }) }
    const image = await askJson(target, view, world.interrupted)
    world.out.write(given.json ? asJson(image) : showOne(image, answerFieldsOf(contract.imageView), null))
  } finally {
    await file.close()
  }
}

/**
 * Returns the OS and version from the flags, or from the interrupted upload.
 * @throws CommandError 2 if one is invalid or unknown.
 */
function labelsOf(given: UploadFlags, unfinished: Unfinished | null): { os: string; version: string } {
  const os = given.os ?? unfinished?.os ?? ''
  const version = given.version ?? unfinished?.version ?? ''
  refuseWrong('--os', labelProblem('OS')(os))
  refuseWrong('--version', labelProblem('Version')(version))
  return { os, version }
}

function refuseWrong(flag: string, problem: string | null): void {
  if (problem) throw usage(`${flag}: ${problem}`)
}

/** Returns the requested block size, or the one that the file suggests. */
function blockSizeOf(text: string | undefined, { findings }: Inspection): BlockSize {
  if (text === undefined) return findings.efiBlockSize ?? (findings.isCd ? 2048 : 512)
  const size = BLOCK_SIZES.find((one) => String(one) === text)
  if (size) return size
  throw usage(`--block-size is "${text}"; it must be one of ${BLOCK_SIZES.join(', ')}`)
}

async function isThere(look: () => Promise<unknown>): Promise<boolean> {
  try {
    await look()
    return true
  } catch (error) {
    if (isCallFailure(error) && error.statusCode === 404) return false
    throw error
  }
}

function warn(world: World, { findings }: Inspection, blockSize: number): void {
  for (const doubt of [blockSizeWarning(findings, blockSize), ...bootWarnings(findings)])
    if (doubt) world.err.write(`Warning: ${doubt}\n`)
}

/**
 * Runs an upload to its end and shows its progress.
 * @throws CommandError if it fails or is interrupted. The first interruption deletes disk and snapshot; the second one
 * reports the leftovers.
 */
async function carryOut(
  world: World,
  upload: Upload,
  { project, fileName, quiet }: { project: string; fileName: string; quiet: boolean },
): Promise<void> {
  const progress = followProgress({ err: world.err, name: fileName, quiet, clock: () => performance.now() })
  const unfollow = upload.state.subscribe(() => progress.show(upload.state.get()))
  world.interrupted.addEventListener('abort', upload.cancel)
  if (world.interrupted.aborted) upload.cancel()
  try {
    const phase = await Promise.race([upload.run(), abandoned(world, upload, project)])
    progress.end()
    const { left, error, cause } = upload.state.get()
    const also = left ? `; ${leftoverText(upload, project)}` : ''
    if (phase === 'cancelled') throw new CommandError(EXIT.interrupted, `interrupted${also}`)
    if (phase === 'failed') throw new CommandError(exitCodeOf(cause), `${error}${also}`)
  } finally {
    unfollow()
    progress.end()
    world.interrupted.removeEventListener('abort', upload.cancel)
  }
}

/** @throws CommandError on the second interruption; otherwise never settles. */
const abandoned = (world: World, upload: Upload, project: string): Promise<never> =>
  new Promise((_, reject) => {
    const leave = () =>
      reject(
        new CommandError(
          EXIT.interrupted,
          `interrupted before the cleanup finished; ${leftoverText(upload, project)}`,
        ),
      )
    world.interruptedAgain.addEventListener('abort', leave, { once: true })
  })

const leftoverText = ({ names: { disk, snapshot } }: Upload, project: string): string =>
  `the disk ${disk} and the snapshot ${snapshot} may be left; --resume continues the upload, \`granary image upload-clean-up ${disk} --project ${project}\` deletes them`

/** A file that becomes unreadable counts as a missing file. */
function exitCodeOf(cause: unknown): number {
  if (cause instanceof CommandError) return cause.exitCode
  return cause instanceof UnreadableFileError || cause instanceof Qcow2Error ? EXIT.usage : EXIT.failed
}
