import type { Command } from 'commander'
import { requiredProject } from '../commands/project.ts'
import type { World } from '../target.ts'
import { cleanUpUnfinished, listUnfinished } from './unfinished.ts'
import { uploadImage, type UploadFlags } from './upload.ts'

/** Adds the image commands that are not API operations. */
export function addImageCommands(family: Command, world: World): void {
  const inProject = <Given extends { project?: string }>(given: Given) => ({
    ...given,
    project: requiredProject(world, given),
  })
  family
    .command('upload <file>')
    .description('Upload an image from a file')
    .option('-p, --project <text>', 'project of the image; required without a default')
    .requiredOption('--name <text>', 'name of the image; required')
    .option('--os <text>', 'operating system, such as debian; required unless --resume knows it')
    .option(
      '--version <text>',
      'version of the operating system, such as 13; required unless --resume knows it',
    )
    .option('--description <text>', 'description of the image', '')
    .option('--block-size <bytes>', 'one of 512, 2048, 4096 (default: detected from the file)')
    .option('--resume', 'resume the interrupted upload of this image')
    .option('--json', 'print the image as JSON, and no progress')
    .option('--host <url>', 'URL of the server')
    .addHelpText('after', HELP_TEXT)
    .action((file: string, given: Omit<UploadFlags, 'project'> & { project?: string }) =>
      uploadImage(world, file, inProject(given)),
    )
  family
    .command('upload-list')
    .description('List running and interrupted uploads')
    .option('-p, --project <text>', 'project of the images; required without a default')
    .option('--json', 'print JSON')
    .option('--host <url>', 'URL of the server')
    .action((given: { project?: string }) => listUnfinished(world, inProject(given)))
  family
    .command('upload-clean-up <disk>')
    .description('Delete the temporary disk and snapshot of an interrupted upload')
    .option('-p, --project <text>', 'project of the image; required without a default')
    .option('--host <url>', 'URL of the server')
    .action((disk: string, given: { project?: string }) => cleanUpUnfinished(world, disk, inProject(given)))
}

const HELP_TEXT = `
Raw images, ISO files and qcow2 images; of a qcow2 image the disk is uploaded that it stands for. Zeros are not sent. A
server that is gone is waited for. Ctrl-C takes away what was made for the upload, a second one ends at once. An upload
that was ended so, or killed, goes on with --resume: what the server has already is compared and not sent again.`
