import { expect, test } from 'vitest'
import { act, renderHook, waitFor } from '../../ui/testing.ts'
import { ACME, NAMELESS } from './testing.ts'
import { useReading } from './use-files.ts'

const pem = (text: string) => new File([text], 'x.pem')

test('reads a file when it is chosen, and drops the result when it is removed', async () => {
  const { result, rerender } = renderHook((file: File | null) => useReading(file), {
    initialProps: pem(ACME) as File | null,
  })
  await waitFor(() => expect(result.current).toHaveProperty('facts'))
  expect(result.current).toMatchObject({
    facts: [{ names: ['acme.sys.granary.example', '*.apps.granary.example'] }],
  })
  rerender(null)
  expect(result.current).toBeUndefined()
})

test("reports an invalid file, and does not show the previous file's result for it", async () => {
  const { result, rerender } = renderHook((file: File | null) => useReading(file), {
    initialProps: pem(NAMELESS) as File | null,
  })
  await waitFor(() => expect(result.current).toHaveProperty('facts'))
  act(() => rerender(pem('hello')))
  expect(result.current).toBeUndefined()
  await waitFor(() => expect(result.current).toHaveProperty('problem'))
})
