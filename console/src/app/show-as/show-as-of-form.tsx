import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { choicesLoaded } from '../../api/choices.ts'
import { ShowAs } from './show-as.tsx'

type ShowAsOfFormProps<Values extends FieldValues> = {
  form: UseFormReturn<Values>
  onSubmit: (values: Values) => Promise<unknown>
}

/** The same for a form: it shows what its submit would send, which waits for the choices of the pickers too. */
export function ShowAsOfForm<Values extends FieldValues>({ form, onSubmit }: ShowAsOfFormProps<Values>) {
  const client = useQueryClient()
  // The choices arrive after the press, and a later render knows them.
  const latest = useRef(onSubmit)
  useEffect(() => {
    latest.current = onSubmit
  })
  const isReady = async () => {
    await choicesLoaded(client)
    return form.trigger(undefined, { shouldFocus: true })
  }
  return <ShowAs of={() => latest.current(form.getValues())} isReady={isReady} />
}
