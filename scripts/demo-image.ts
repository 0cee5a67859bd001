// `npm run demo-image -- [FILE]`: makes a small disk image from Debian's packages, to upload or to boot. As a qcow2 image if the
// name of the file ends so, which needs qemu-img.
import { spawnSync } from 'node:child_process'
import { cp } from 'node:fs/promises'
import { makeDemoImage } from '../compute-qemu/src/demo-image/make.ts'

const HELP = `npm run demo-image -- [FILE]

  FILE   where to put the image: raw, or qcow2 if the name ends with .qcow2
         (default: the copy in .cache, whose path is printed)
`

const [file, ...rest] = process.argv.slice(2)
if (file?.startsWith('-') || rest.length > 0) {
  console.log(HELP)
  process.exit(file === '--help' || file === '-h' ? 0 : 2)
}
try {
  const made = await makeDemoImage()
  if (file?.endsWith('.qcow2')) {
    const { status, error } = spawnSync(
      'qemu-img',
      ['convert', '-f', 'raw', '-c', '-O', 'qcow2', made, file],
      {
        stdio: 'inherit',
      },
    )
    if (error) throw new Error('A qcow2 image needs qemu-img: apt-get install qemu-utils', { cause: error })
    if (status !== 0) process.exit(1)
  } else if (file) {
    await cp(made, file)
  }
  console.log(file ?? made)
} catch (error) {
  console.error((error as Error).message)
  process.exit(1)
}
