import type { Command } from 'commander'
import type { World } from '../target.ts'
import { cleanUpUnfinished, listUnfinished } from './unfinished.ts'
import { uploadImage, type UploadFlags } from './upload.ts'

/** What the command line does with images beside the operations of the API. */
export function addImageCommands(family: Command, world: World): void {
  family
    .command('upload <file>')
    .description('Upload an image from a file')
    .requiredOption('--project <text>', 'project that it will belong to; required')
    .requiredOption('--name <text>', 'name of the image; required')
    .option('--os <text>', 'operating system, such as debian; required unless --resume knows it')
    .option(
      '--version <text>',
      'version of the operating system, such as 13; required unless --resume knows it',
    )
    .option('--description <text>', 'what it is for', '')
    .option('--block-size <bytes>', 'one of 512, 2048, 4096 (as the file looks unless given)')
    .option('--resume', 'go on with the upload of this image that was interrupted')
    .option('--json', 'print the image as JSON, and no progress')
    .option('--host <url>', 'server to ask')
    .addHelpText('after', ABOUT)
    .action((file: string, given: UploadFlags) => uploadImage(world, file, given))
  family
    .command('upload-list')
    .description('List uploads that go on or were interrupted')
    .requiredOption('--project <text>', 'project of the images; required')
    .option('--json', 'print JSON')
    .option('--host <url>', 'server to ask')
    .action((given: { project: string }) => listUnfinished(world, given))
  family
    .command('upload-clean-up <disk>')
    .description('Take away what an upload that was interrupted has left')
    .requiredOption('--project <text>', 'project of the image; required')
    .option('--host <url>', 'server to ask')
    .action((disk: string, given: { project: string }) => cleanUpUnfinished(world, disk, given))
}

const ABOUT = `
Raw images, ISO files and qcow2 images; of a qcow2 image the disk is uploaded that it stands for. Zeros are not sent. A
server that is gone is waited for. Ctrl-C takes away what was made for the upload, a second one ends at once. An upload
that was ended so, or killed, goes on with --resume: what the server has already is compared and not sent again.`
