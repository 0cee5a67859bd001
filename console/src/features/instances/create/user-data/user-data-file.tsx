import { userDataFindings } from '@granary/domain/cloud-init/findings.ts'
import type { Finding } from '@granary/domain/cloud-init/finding.ts'
import { isGzip } from '@granary/domain/cloud-init/header.ts'
import { MAX_USER_DATA } from '@granary/domain/sizes.ts'
import { useEffect, useState } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { FileField } from '../../../../ui/fields/file-field.tsx'
import type { UserDataProps } from './bound-field.ts'
import { FindingsList } from './findings-list.tsx'

type Content = { file: File; findings: Finding[]; text: string | null }

/** A file of user data, which is sent as it is. A text can be moved into the editor. */
export default function UserDataFile({ form, field, hint }: UserDataProps<'userDataFile'>) {
  const content = useContent(field.value)
  const text = content?.text ?? null
  const edit = (moved: string) => {
    form.setValue('userDataText', moved, { shouldDirty: true })
    form.setValue('userDataFile', null, { shouldDirty: true })
    form.setValue('userDataFrom', 'text', { shouldDirty: true })
  }
  return (
    <div>
      <FileField {...field} label="User Data" optional hint={hint} />
      {content && (
        <FindingsList findings={content.findings} good={content.file.size > 0 && 'No problems found'} />
      )}
      {text !== null && !field.isDisabled && (
        <Button variant="secondary" size="sm" className="mt-2" onPress={() => edit(text)}>
          Edit as text
        </Button>
      )}
    </div>
  )
}

/** Reads a file that isn't too long. Returns null until then, and for one that is gone: the form shows that when it sends it. */
function useContent(file: File | null): Content | null {
  const [content, setContent] = useState<Content | null>(null)
  useEffect(() => {
    if (!file || file.size > MAX_USER_DATA) return
    let isCurrent = true
    const show = (bytes: Uint8Array) => {
      const text = textOf(bytes)
      const findings = isGzip(bytes) ? [] : userDataFindings(text)
      if (isCurrent)
        setContent({ file, findings, text: text?.replace(/^\ufeff/, '').replaceAll('\r\n', '\n') ?? null })
    }
    void file.arrayBuffer().then(
      (buffer) => show(new Uint8Array(buffer)),
      () => {},
    )
    return () => void (isCurrent = false)
  }, [file])
  return content?.file === file ? content : null
}

/** Returns the text of a file with its byte order mark, which is sent too; null if it is no text. */
function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}
