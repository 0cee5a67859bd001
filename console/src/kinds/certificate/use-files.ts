import type { CertificateFacts } from '@granary/domain/certificates.ts'
import { useEffect, useState } from 'react'
import { importPart } from '../../ui/lazy-part.ts'

const loadChain = importPart(() => import('@granary/contract/x509/chain.ts'))
const loadPrivateKey = importPart(() => import('@granary/contract/x509/private-key.ts'))

/** The certificates of a file, or why it can't be read. */
export type Reading = { facts: CertificateFacts[] } | { problem: string }

/** Reads the certificates of a PEM file. Loads the parser's chunk on first use. */
export async function readCertificateFile(file: File): Promise<Reading> {
  try {
    const { certificateFacts } = await loadChain()
    return { facts: await certificateFacts(await file.text()) }
  } catch (error) {
    return { problem: (error as Error).message }
  }
}

/** Whether a key belongs to a certificate. Unknown without a secure context, where browsers offer no cryptography. */
export type KeyCheck = { fits: true } | { fits: false; problem: string } | { fits: 'unknown' }

/** Checks whether a key file belongs to a certificate file. The key never leaves this tab. */
export async function checkKeyFile(cert: File, key: File): Promise<KeyCheck> {
  if (!isSecureContext) return { fits: 'unknown' }
  try {
    const { keyProblem } = await loadPrivateKey()
    const problem = await keyProblem(await cert.text(), await key.text())
    return problem === null ? { fits: true } : { fits: false, problem }
  } catch {
    // An unreadable certificate has no key to compare.
    return { fits: 'unknown' }
  }
}

/** Returns the result of an async function of the files; undefined while pending. Ignores results of earlier files. */
function useAnswer<Answer>(files: readonly (File | null)[], ask: (...files: File[]) => Promise<Answer>) {
  const [answered, setAnswered] = useState<{ files: readonly (File | null)[]; answer: Answer } | null>(null)
  useEffect(() => {
    if (files.includes(null)) return undefined
    let isStale = false
    void ask(...(files as File[])).then((answer) => !isStale && setAnswered({ files, answer }))
    return () => {
      isStale = true
    }
    // oxlint-disable-next-line react/exhaustive-deps -- the files are the only input
  }, files)
  const isCurrent = answered && files.every((file, index) => file !== null && answered.files[index] === file)
  return isCurrent ? answered.answer : undefined
}

/** Returns the certificates of a file; undefined without a file and while reading. */
export const useReading = (cert: File | null): Reading | undefined => useAnswer([cert], readCertificateFile)

/** Returns whether a key belongs to a certificate; undefined while checking. */
export const useKeyCheck = (cert: File | null, key: File | null): KeyCheck | undefined =>
  useAnswer([cert, key], checkKeyFile)
