import { userDataFindings } from '@granary/domain/cloud-init/findings.ts'
import { userDataKind } from '@granary/domain/cloud-init/header.ts'
import { insertSnippet } from '@granary/domain/cloud-init/snippets.ts'
import { type ReactNode, useMemo, useRef } from 'react'
import { useWatch } from 'react-hook-form'
import { CodeEditor, type CodeEditorHandle } from '../../../../ui/editor/code-editor.tsx'
import { useSettled } from '../../../../ui/editor/use-settled.ts'
import type { UserDataProps } from './bound-field.ts'
import { FindingsList } from './findings-list.tsx'
import { LEVELS } from './levels.tsx'
import { SnippetsMenu } from './snippets-menu.tsx'

/** Milliseconds without a key before the text is checked: half a word is always wrong. */
const SETTLE_MS = 400

/** The editor of user data. What it finds is advice: the instance can be created with any text. */
export default function UserDataText({ form, field, hint }: UserDataProps<'userDataText'>) {
  const { value } = field
  const editor = useRef<CodeEditorHandle>(null)
  const settled = useSettled(value, SETTLE_MS)
  const findings = useMemo(() => userDataFindings(settled), [settled])
  const [disks, sshKeys] = useWatch({ control: form.control, name: ['disks', 'sshKeys'] })
  return (
    <CodeEditor
      {...field}
      handle={editor}
      label="User Data"
      optional
      hint={hint}
      placeholder={'#cloud-config\npackages:\n  - nginx'}
      // A mark belongs to the text that was checked.
      marks={
        value === settled
          ? findings.map(({ line, level }) => ({ line, className: LEVELS[level].mark })).toReversed()
          : []
      }
      toolbar={
        !field.isReadOnly && (
          <div className="mb-1.5 flex flex-wrap gap-2">
            <SnippetsMenu
              text={settled}
              hasDisks={disks.length > 0}
              sshKeys={sshKeys}
              isDisabled={field.isDisabled}
              onInsert={(snippet) => {
                const insertion = insertSnippet(value, snippet)
                if ('text' in insertion)
                  editor.current?.replace(insertion.text, insertion.start, insertion.end)
              }}
            />
          </div>
        )
      }
      notes={
        <FindingsList
          findings={findings}
          good={goodNote(settled)}
          onGo={(line, column) => editor.current?.focusAt(line, column)}
        />
      }
    />
  )
}

/** Returns the note for text without findings. */
function goodNote(text: string): ReactNode {
  switch (userDataKind(text)) {
    case 'empty':
      return null
    case 'config':
      return 'Valid cloud-config'
    case 'script':
      return 'A script; it runs once, as root'
    default:
      return null
  }
}
