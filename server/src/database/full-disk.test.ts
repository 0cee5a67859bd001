import { expect, test, vi } from 'vitest'
import { watchFullDisk } from './full-disk.ts'

const noSpace = Object.assign(new Error('could not extend file: No space left on device'), { code: '53100' })

test('a disk is full from the first error until there is space to write', async () => {
  let time = 0
  let fails = true
  const write = vi.fn(async () => {
    if (fails) throw noSpace
  })
  const disk = watchFullDisk(write, () => time)
  expect(await disk.isFull()).toBe(false)
  disk.note(new Error('a mistake'))
  expect(await disk.isFull()).toBe(false)
  expect(write).not.toHaveBeenCalled()
  disk.note(noSpace)
  // Several supervisors that look at the same time cost one attempt.
  expect(await Promise.all([disk.isFull(), disk.isFull()])).toEqual([true, true])
  expect(write).toHaveBeenCalledTimes(1)
  fails = false
  time = 1_000
  expect(await disk.isFull()).toBe(false)
  expect(await disk.isFull()).toBe(false)
  expect(write).toHaveBeenCalledTimes(2)
})

test('an attempt that fails for another reason does not count as a full disk', async () => {
  const disk = watchFullDisk(() => Promise.reject(new Error('the role may write no temporary files')))
  disk.note(noSpace)
  expect(await disk.isFull()).toBe(false)
})
