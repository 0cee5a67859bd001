import { expect, test } from 'vitest'
import { decideFirmware } from './firmware.ts'

const files = { code: '/code', variables: '/variables' }

test('UEFI is the default where it is installed and guests are fast', () => {
  expect(decideFirmware('auto', 'kvm', files)).toBe('uefi')
  expect(decideFirmware('auto', 'kvm', undefined)).toBe('bios')
  expect(decideFirmware('auto', 'emulated', files)).toBe('bios')
})

test('a setting decides, and UEFI that is not installed is refused', () => {
  expect(decideFirmware('bios', 'kvm', files)).toBe('bios')
  expect(decideFirmware('uefi', 'emulated', files)).toBe('uefi')
  expect(() => decideFirmware('uefi', 'kvm', undefined)).toThrow('apt-get install ovmf')
})
