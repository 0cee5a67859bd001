import { useEffect } from 'react'
import { useForm, type UseFormReturn } from 'react-hook-form'
import { expect, test } from 'vitest'
import { createQueryClient } from '../../../api/queries.ts'
import { answerWith, pageWith } from '../../../api/testing.ts'
import { renderInConsole } from '../../../app/testing.tsx'
import { act, fireEvent, screen, waitFor } from '../../../ui/testing.ts'
import { SshKeys } from './ssh-keys.tsx'
import { initialValues, type InstanceValues } from './values.ts'

const key = (name: string) => ({ id: `id-${name}`, name })

/** Shows the keys of a form. @returns the form, and a function that lists other keys from then on. */
async function show(...names: string[]) {
  let listed = names
  answerWith({ 'GET /v1/me/ssh-keys': () => pageWith(...listed.map(key)) })
  const client = createQueryClient()
  const shown: { form?: UseFormReturn<InstanceValues> } = {}
  function Form() {
    const form = useForm<InstanceValues>({ defaultValues: initialValues })
    const { isDirty } = form.formState
    useEffect(() => void (shown.form = form), [form])
    return (
      <>
        <SshKeys form={form} />
        <output>{isDirty ? 'dirty' : 'clean'}</output>
      </>
    )
  }
  renderInConsole(<Form />, client)
  await screen.findByRole('checkbox', { name: names[0]! })
  const list = async (...others: string[]) => {
    listed = others
    await act(() => client.invalidateQueries())
  }
  return { list, form: shown.form!, chosen: () => shown.form!.getValues('sshKeys') }
}

test('drops a selected key that was deleted elsewhere, as the server would refuse it', async () => {
  const { list, chosen } = await show('laptop', 'desk', 'phone')
  expect(chosen()).toEqual(['id-laptop', 'id-desk', 'id-phone'])
  await list('laptop', 'phone')
  await waitFor(() => expect(chosen()).toEqual(['id-laptop', 'id-phone']))
  expect(screen.getByText('clean')).toBeTruthy()
  fireEvent.click(screen.getByRole('checkbox', { name: 'laptop' }))
  await list('laptop')
  await waitFor(() => expect(chosen()).toEqual([]))
})

test('keeps a key that was just added, until it is listed', async () => {
  const { list, form, chosen } = await show('laptop')
  act(() => form.setValue('sshKeys', ['id-laptop', 'id-new'], { shouldDirty: true }))
  await list('laptop', 'desk')
  expect(chosen()).toEqual(['id-laptop', 'id-new'])
})
