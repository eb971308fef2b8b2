import type { PasskeyPage, Registering, SignedBy, ToSign } from "../wire";
import { http } from "./http";

// The browser's half of passkeys: a device answers what the house asks, in base64url both ways.

/** The device was not there, or its person did not agree. */
export class NotSigned extends Error {}

const bytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));

const encoded = (value: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(value))).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");

/** A browser offers devices on secure origins only. */
export const offered = (): boolean => typeof PublicKeyCredential !== "undefined" && "credentials" in navigator;

/** Signs an act; throws NotSigned. */
export async function sign(asked: ToSign): Promise<SignedBy> {
  const made = await answered(() =>
    navigator.credentials.get({
      publicKey: {
        challenge: bytes(asked.challenge),
        rpId: asked.house,
        allowCredentials: [{ type: "public-key", id: bytes(asked.passkey) }],
        userVerification: "required",
      },
    }),
  );
  const response = made.response as AuthenticatorAssertionResponse;
  return {
    statement: asked.statement,
    authenticator: encoded(response.authenticatorData),
    client: encoded(response.clientDataJSON),
    signature: encoded(response.signature),
  };
}

/** Registers this person's device; throws NotSigned, or what the house refuses. */
export async function register(password: string, code: string): Promise<PasskeyPage> {
  const asked = await http.post<Registering>("/api/passkeys", { password, code });
  const made = await answered(() =>
    navigator.credentials.create({
      publicKey: {
        challenge: bytes(asked.challenge),
        rp: { id: asked.house, name: asked.title },
        user: { id: bytes(asked.user), name: asked.name, displayName: asked.name },
        pubKeyCredParams: [-7, -8, -257].map((alg) => ({ type: "public-key", alg })),
        authenticatorSelection: { userVerification: "required" },
        attestation: "none",
      },
    }),
  );
  const response = made.response as AuthenticatorAttestationResponse;
  return http.post<PasskeyPage>("/api/passkeys/confirm", {
    id: made.id,
    client: encoded(response.clientDataJSON),
    attestation: encoded(response.attestationObject),
  });
}

async function answered(ask: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  try {
    const made = offered() ? await ask() : null;
    if (made !== null) return made as PublicKeyCredential;
  } catch (cause) {
    throw new NotSigned("not signed", { cause });
  }
  throw new NotSigned("not signed");
}
