import type { ReactNode } from 'react'
import { ApiError, messageOf } from '../../../api/errors.ts'
import { confirm } from '../../../ui/overlay/confirm.tsx'

type Question = {
  title: string
  body: ReactNode
  errorTitle: string
  /** @param cascade whether the server may also change what prevents the action otherwise. */
  run: (cascade: boolean) => Promise<unknown>
  /** What happens with `cascade`, for the second question. */
  consequence: string
}

/** Asks before an action, and asks again with the reason if the server refuses it because of what depends on it. */
export async function confirmCascade({
  title,
  body,
  errorTitle,
  run,
  consequence,
}: Question): Promise<boolean> {
  let refusal: string | null = null
  const done = await confirm({
    title,
    body,
    errorTitle,
    variant: 'danger',
    action: async () => {
      try {
        await run(false)
      } catch (error) {
        if (!(error instanceof ApiError) || error.errorCode !== 'InvalidRequest') throw error
        refusal = messageOf(error)
      }
    },
  })
  if (!done || refusal === null) return done
  return confirm({
    title: `${title} anyway`,
    body: (
      <>
        <p>{refusal}.</p>
        <p className="mt-2 text-text-muted">{consequence}</p>
      </>
    ),
    errorTitle,
    variant: 'danger',
    action: () => run(true),
  })
}
