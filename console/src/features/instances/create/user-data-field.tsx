import { KiB, MAX_USER_DATA } from '@granary/domain/sizes.ts'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { DOCS } from '../../../app/docs.ts'
import { Bound } from '../../../app/kit/bound.tsx'
import { FileField } from '../../../ui/fields/file-field.tsx'
import { RadioGroup } from '../../../ui/fields/radio-group.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { userDataProblem, userDataUse } from './user-data.ts'
import type { InstanceValues } from './values.ts'

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
  { value: 'text', label: 'Paste' },
  { value: 'file', label: 'Upload a file' },
] as const

/** User data for cloud-init, pasted or from a file. The visible one is sent; the other one is kept. */
export function UserDataField({ form: { control } }: { form: UseFormReturn<InstanceValues> }) {
  const [userDataFrom, userDataText, userDataFile] = useWatch({
    control,
    name: ['userDataFrom', 'userDataText', 'userDataFile'],
  })
  const other = userDataFrom === 'text' ? userDataFile?.name : userDataText && 'the pasted text'
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
            <TextField
              {...field}
              label="User Data"
              optional
              hint={HINT}
              rows={8}
              mono
              placeholder={'#cloud-config\npackages:\n  - nginx'}
            />
          )}
        </Bound>
      ) : (
        <Bound control={control} name="userDataFile" problem={(_, values) => userDataProblem(values)}>
          {(field) => <FileField {...field} label="User Data" optional hint={HINT} />}
        </Bound>
      )}
      <p className="-mt-1.5 text-sm text-text-muted tabular-nums">
        {userDataUse({ userDataFrom, userDataText, userDataFile })}
        {other && `. Kept, but not sent: ${other}`}
      </p>
    </div>
  )
}
