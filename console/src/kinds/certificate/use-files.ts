import type { CertificateFacts } from '@granary/domain/certificates.ts'
import { useEffect, useState } from 'react'

/** What is in a file of certificates, or why it cannot be told. */
export type Reading = { facts: CertificateFacts[] } | { problem: string }

/** Reads the certificates of a PEM file; what reads them is fetched when it is first needed. */
export async function readCertificateFile(file: File): Promise<Reading> {
  try {
    const { certificateFacts } = await import('@granary/contract/x509/chain.ts')
    return { facts: await certificateFacts(await file.text()) }
  } catch (error) {
    return { problem: (error as Error).message }
  }
}

/** Whether a key belongs to a certificate. Unknown where this browser has no cryptography: without a secure context. */
export type KeyCheck = { fits: true } | { fits: false; problem: string } | { fits: 'unknown' }

/** Whether a key file belongs to a certificate file. The key stays in this tab. */
export async function checkKeyFile(cert: File, key: File): Promise<KeyCheck> {
  if (!isSecureContext) return { fits: 'unknown' }
  try {
    const { keyProblem } = await import('@granary/contract/x509/private-key.ts')
    const problem = await keyProblem(await cert.text(), await key.text())
    return problem === null ? { fits: true } : { fits: false, problem }
  } catch {
    // A certificate that cannot be read has no key.
    return { fits: 'unknown' }
  }
}

/** The answer of something slow, for as long as it is about these files; undefined until it is there. */
function useAnswer<Answer>(files: readonly (File | null)[], ask: (...files: File[]) => Promise<Answer>) {
  const [answered, setAnswered] = useState<{ files: readonly (File | null)[]; answer: Answer } | null>(null)
  useEffect(() => {
    if (files.includes(null)) return undefined
    let isStale = false
    void ask(...(files as File[])).then((answer) => !isStale && setAnswered({ files, answer }))
    return () => {
      isStale = true
    }
    // oxlint-disable-next-line react/exhaustive-deps -- the files are what it is about
  }, files)
  const isCurrent = answered && files.every((file, index) => file !== null && answered.files[index] === file)
  return isCurrent ? answered.answer : undefined
}

/** What is in a file of certificates; undefined while there is none, or it is being read. */
export const useReading = (cert: File | null): Reading | undefined => useAnswer([cert], readCertificateFile)

/** Whether a key belongs to a certificate; undefined while that is being found out. */
export const useKeyCheck = (cert: File | null, key: File | null): KeyCheck | undefined =>
  useAnswer([cert, key], checkKeyFile)
