import { KiB, MAX_USER_DATA } from '@granary/domain/sizes.ts'
import { Suspense } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { DOCS } from '../../../../app/docs.ts'
import { Bound } from '../../../../app/kit/forms/bound.tsx'
import { RadioGroup } from '../../../../ui/fields/radio-group.tsx'
import { lazyPart } from '../../../../ui/lazy-part.ts'
import { userDataProblem, userDataUse } from '../rules.ts'
import type { InstanceValues } from '../values.ts'

// The checks read YAML, whose library is as large as the rest of the form.
const UserDataText = lazyPart(() => import('./user-data-text.tsx'))
const UserDataFile = lazyPart(() => import('./user-data-file.tsx'))

const HINT = (
  <>
    Read by{' '}
    <a
      href={`${DOCS.instances}#cloud-init`}
      target="_blank"
      rel="noreferrer"
      className="text-accent underline"
    >
      cloud-init
    </a>{' '}
    when the instance starts for the first time; at most {MAX_USER_DATA / KiB} KiB.
  </>
)
const INPUT_MODES = [
  { value: 'text', label: 'Write' },
  { value: 'file', label: 'Upload a file' },
] as const

/** User data for cloud-init, written or from a file. The visible one is sent; the other one is kept. */
export function UserDataField({ form }: { form: UseFormReturn<InstanceValues> }) {
  const { control } = form
  const [userDataFrom, userDataText, userDataFile] = useWatch({
    control,
    name: ['userDataFrom', 'userDataText', 'userDataFile'],
  })
  const other = userDataFrom === 'text' ? userDataFile?.name : userDataText && 'the text'
  return (
    <div className="flex flex-col gap-3">
      <Bound control={control} name="userDataFrom">
        {(field) => (
          <RadioGroup {...field} label="User data from" items={INPUT_MODES} orientation="horizontal" />
        )}
      </Bound>
      {userDataFrom === 'text' ? (
        <Bound control={control} name="userDataText" problem={(_, values) => userDataProblem(values)}>
          {(field) => (
            <Suspense fallback={<div aria-hidden className="h-90" />}>
              <UserDataText form={form} field={field} hint={HINT} />
            </Suspense>
          )}
        </Bound>
      ) : (
        <Bound control={control} name="userDataFile" problem={(_, values) => userDataProblem(values)}>
          {(field) => (
            <Suspense fallback={<div aria-hidden className="h-28" />}>
              <UserDataFile form={form} field={field} hint={HINT} />
            </Suspense>
          )}
        </Bound>
      )}
      <p className="-mt-1.5 text-sm text-text-muted tabular-nums">
        {userDataUse({ userDataFrom, userDataText, userDataFile })}
        {other && `. Kept, but not sent: ${other}`}
      </p>
    </div>
  )
}
