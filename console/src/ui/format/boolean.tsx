import CircleCheck from 'lucide-react/icons/circle-check'
import CircleX from 'lucide-react/icons/circle-x'

/** Yes or no in a cell. */
export const BooleanValue = ({ value }: { value: boolean }) =>
  value ? (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is an svg
    <CircleCheck className="size-4 text-positive" role="img" aria-label="true" />
  ) : (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is an svg
    <CircleX className="size-4 text-text-muted" role="img" aria-label="false" />
  )
