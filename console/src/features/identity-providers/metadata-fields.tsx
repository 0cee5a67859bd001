import { webUrlProblem } from '@granary/domain/web-addresses.ts'
import { pastedUrl } from '@granary/domain/pasted.ts'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { Bound, required } from '../../app/kit/forms/bound.tsx'
import { FileField } from '../../ui/fields/file-field.tsx'
import { RadioGroup } from '../../ui/fields/radio-group.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import type { ProviderValues } from './values.ts'

const URL_LABEL = 'Metadata source URL'
const XML_LABEL = 'Metadata source XML'

/** The source of a provider's metadata. Changing it clears the other source. */
export function MetadataFields({ form: { control, setValue } }: { form: UseFormReturn<ProviderValues> }) {
  const source = useWatch({ control, name: 'source' })
  return (
    <>
      <Bound control={control} name="source">
        {(field) => (
          <RadioGroup
            {...field}
            label="Metadata source"
            orientation="horizontal"
            items={[
              { value: 'url', label: 'URL' },
              { value: 'xml', label: 'XML' },
            ]}
            onChange={(next) => {
              field.onChange(next)
              if (next === 'url') setValue('metadataXml', null)
              else setValue('metadataUrl', '')
            }}
          />
        )}
      </Bound>
      {source === 'url' ? (
        <Bound
          key="url"
          control={control}
          name="metadataUrl"
          problem={(value, values) =>
            values.source === 'url' ? (required(URL_LABEL)(value) ?? webUrlProblem(value)) : null
          }
        >
          {(field) => (
            <TextField
              {...field}
              label={URL_LABEL}
              hint="Read once, when you submit"
              tidy={pastedUrl}
              mono
              required
            />
          )}
        </Bound>
      ) : (
        <Bound
          key="xml"
          control={control}
          name="metadataXml"
          problem={(value, values) => (values.source === 'xml' ? required(XML_LABEL)(value) : null)}
        >
          {(field) => <FileField {...field} label={XML_LABEL} accept=".xml" required />}
        </Bound>
      )}
    </>
  )
}
