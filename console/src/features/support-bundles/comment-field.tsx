import { MAX_BUNDLE_COMMENT_BYTES } from '@granary/domain/support-bundles.ts'
import type { Control } from 'react-hook-form'
import { Bound } from '../../app/kit/forms/bound.tsx'
import { DescriptionField } from '../../ui/fields/text-field.tsx'

/** Returns why a comment is refused, or null. */
const problemOf = (comment: string): string | null =>
  new TextEncoder().encode(comment).length > MAX_BUNDLE_COMMENT_BYTES
    ? `Must have at most ${MAX_BUNDLE_COMMENT_BYTES} bytes`
    : null

/** The comment of a bundle. */
export function CommentField<Values extends { userComment: string }>({
  control,
}: {
  control: Control<Values>
}) {
  return (
    <Bound
      control={control as unknown as Control<{ userComment: string }>}
      name="userComment"
      problem={problemOf}
    >
      {(field) => (
        <DescriptionField
          {...field}
          label="Comment"
          hint="Why it is needed, such as what goes wrong and since when"
        />
      )}
    </Bound>
  )
}
