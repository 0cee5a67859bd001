import type { Command } from 'commander'
import type { World } from '../target.ts'
import { uploadImage, type UploadFlags } from './upload.ts'

/** What the command line does with images beside the operations of the API. */
export function addImageCommands(family: Command, world: World): void {
  family
    .command('upload <file>')
    .description('Upload an image from a file')
    .requiredOption('--project <text>', 'project that it will belong to; required')
    .requiredOption('--name <text>', 'name of the image; required')
    .requiredOption('--os <text>', 'operating system, such as debian; required')
    .requiredOption('--version <text>', 'version of the operating system, such as 13; required')
    .option('--description <text>', 'what it is for', '')
    .option('--block-size <bytes>', 'one of 512, 2048, 4096 (as the file looks unless given)')
    .option('--json', 'print the image as JSON, and no progress')
    .option('--host <url>', 'server to ask')
    .addHelpText('after', ABOUT)
    .action((file: string, given: UploadFlags) => uploadImage(world, file, given))
}

const ABOUT = `
Raw images, ISO files and qcow2 images; of a qcow2 image the disk is uploaded that it stands for. Zeros are not sent. A
server that is gone is waited for. Ctrl-C takes away what was made for the upload, a second one ends at once.`
