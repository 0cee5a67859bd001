import { useState } from 'react'
import type { Control, FieldPath, FieldPathValue } from 'react-hook-form'
import { useExtensions } from '../../api/extensions.ts'
import { Bound } from '../../app/kit/forms/bound.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { tagsProblem } from './tag-text.ts'

/** The field for the tags of a new resource, behind a button until it is wanted. Renders nothing for a server without tags. */
export function TagsField<Values extends { tags: string }>({ control }: { control: Control<Values> }) {
  type Text = FieldPathValue<Values, FieldPath<Values>> & string
  const extensions = useExtensions()
  const [isWanted, setIsWanted] = useState(false)
  if (!extensions) return null
  return (
    <Bound control={control} name={'tags' as FieldPath<Values>} problem={(text) => tagsProblem(text as Text)}>
      {({ value, onChange, ref, ...field }) =>
        value === '' && !isWanted && !field.error ? (
          <Button
            variant="ghost"
            size="sm"
            className="-ml-2.5 self-start"
            isDisabled={field.isDisabled}
            onPress={() => setIsWanted(true)}
          >
            Add tags
          </Button>
        ) : (
          <TextField
            {...field}
            // The button that was pressed is gone.
            ref={(element) => {
              ref(element)
              if (isWanted && document.activeElement === document.body) element?.focus()
            }}
            label="Tags"
            optional
            notPersonal
            hint="Such as env=prod, team=web"
            value={value as Text}
            onChange={(next) => onChange(next as Text)}
          />
        )
      }
    </Bound>
  )
}
