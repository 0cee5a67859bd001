import { GiB } from '@granary/domain/sizes.ts'
import type { Unfinished } from '@granary/image-upload/unfinished.ts'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { Bound } from '../../app/kit/forms/bound.tsx'
import { QuotaLeft } from '../../app/kit/forms/quota-left.tsx'
import { FileField } from '../../ui/fields/file-field.tsx'
import { fileProblem, inspected, inspectFile } from './chosen-file.ts'
import { FileNotes } from './file-notes.tsx'
import type { UploadValues } from './values.ts'

type FileFieldsProps = {
  form: UseFormReturn<UploadValues>
  /** The interrupted upload that the file must continue. */
  unfinished: Unfinished | null
}

/** The file of an image, with notes on its content and the quota that it needs. */
export function FileFields({ form, unfinished }: FileFieldsProps) {
  // Triggers a render only: the result of the inspection is kept with the file.
  const [, setLookedAt] = useState<File | null>(null)
  const [file, blockSize] = form.watch(['file', 'blockSize'])
  const known = file ? inspected(file) : undefined
  const inspect = async (chosen: File | null) => {
    if (!chosen) return
    await inspectFile(chosen)
    setLookedAt(chosen)
    await form.trigger('file')
  }
  return (
    <>
      <Bound
        control={form.control}
        name="file"
        problem={(chosen, values) => fileProblem(chosen, Number(values.blockSize), unfinished)}
      >
        {(field) => (
          <FileField
            {...field}
            label="Image file"
            required
            onChange={(chosen) => {
              field.onChange(chosen)
              void inspect(chosen)
            }}
          />
        )}
      </Bound>
      {known && <FileNotes inspection={known} blockSize={Number(blockSize)} />}
      {file && (
        // The disk and its snapshot exist at the same time for a moment.
        <QuotaLeft requested={{ storage: 2 * Math.ceil((known?.contents.size ?? file.size) / GiB) * GiB }} />
      )}
    </>
  )
}
