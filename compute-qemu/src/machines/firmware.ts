import { constants, existsSync } from 'node:fs'
import { chmod, chown, copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DriverError } from '@granary/compute/driver-error.ts'

/** Firmware of machines: QEMU's own BIOS, or UEFI. */
export type FirmwareKind = 'bios' | 'uefi'

/** Files of UEFI firmware: its code, and the first content of its variables. */
export interface FirmwareFiles {
  code: string
  variables: string
}

/** Where Debian, Ubuntu and Fedora have OVMF, the newer and larger build first. */
const PLACES: FirmwareFiles[] = [
  { code: '/usr/share/OVMF/OVMF_CODE_4M.fd', variables: '/usr/share/OVMF/OVMF_VARS_4M.fd' },
  { code: '/usr/share/OVMF/OVMF_CODE.fd', variables: '/usr/share/OVMF/OVMF_VARS.fd' },
  { code: '/usr/share/edk2/ovmf/OVMF_CODE.fd', variables: '/usr/share/edk2/ovmf/OVMF_VARS.fd' },
]

/** Returns the UEFI firmware of this host; undefined without any. */
export const findFirmware = (): FirmwareFiles | undefined =>
  PLACES.find(({ code, variables }) => existsSync(code) && existsSync(variables))

/**
 * Decides the firmware of new machines. Under emulation, UEFI takes long to boot, so it is not the default there.
 * @throws DriverError `invalid` if UEFI is wanted and not installed.
 */
export function decideFirmware(
  wanted: FirmwareKind | 'auto',
  acceleration: 'kvm' | 'emulated',
  files: FirmwareFiles | undefined,
): FirmwareKind {
  if (wanted === 'uefi' && !files)
    throw new DriverError(
      'invalid',
      'the setting --qemu-firmware asks for UEFI, which is not installed: apt-get install ovmf',
    )
  if (wanted !== 'auto') return wanted
  return files && acceleration === 'kvm' ? 'uefi' : 'bios'
}

/** The variables of a machine, in its folder. */
const VARIABLES = 'variables.fd'

/**
 * Makes the variables of a machine, unless it has them. They stay until it is destroyed.
 * @param user of the machine, which writes to them; null for the server's own.
 * @returns the files of its firmware, seen from its folder.
 * @throws DriverError `invalid` if the host has no UEFI firmware any more.
 */
export async function makeVariables(
  folder: string,
  files: FirmwareFiles | undefined,
  user: number | null,
): Promise<FirmwareFiles> {
  if (!files)
    throw new DriverError(
      'invalid',
      'the machine boots by UEFI, which this host does not have any more: its operator can install the package ovmf',
    )
  const path = join(folder, VARIABLES)
  await copyFile(files.variables, path, constants.COPYFILE_EXCL).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await chmod(path, 0o600)
  if (user !== null) await chown(path, user, user)
  return { code: files.code, variables: VARIABLES }
}
