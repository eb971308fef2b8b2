import { describe, expect, it } from "vitest";
import type { Proof } from "../wire";
import { verify } from "./verify";

// A proof that examples/verify_shuffle.py accepts: one Player's seed went into the order, another's was never shown.
const PROOF: Proof = {
  "scheme": "croupier-shuffle-1",
  "root": "9c405819aca24f246b8ceca5ea9787ca4afc2b353e404de603d6db2e1a3856e6",
  "count": 52,
  "seeds": [
    {
      "player": "ann",
      "digest": "15aba16ce763e037876993bc27765056b9622182eeec9d15da9101b4901f80b2",
      "seed": "7369787465656e206279746573206f72206d6f7265"
    },
    {
      "player": "bob",
      "digest": "4e2b5d1ac94b8aa658a4c09100ceec69d9ca2a7b2ed4b59505b80b632b8213e3",
      "seed": null
    }
  ],
  "openings": [
    {
      "dealt": 1,
      "position": 22,
      "card": "4h",
      "salt": "15ca3a099add63278b9c5a0cfd497a1e",
      "path": [
        "b8e570243d35ad07893f1adb15c7ec7c8fdfe8ccec5abd7ea0f696838a92f570",
        "bd5ffec0368e7b7ca3522962fb16c66b74ec9c21fde0377251324ac9b17964b4",
        "5fa1d69cb428afc2645f773bfd058c501a57775148cafac437de2de674763779",
        "40de8e2e38987e113dd3bb537e3b8eee1c60ab2b7fc5bea1d9cf98be0640bc23",
        "37f8c299d0a8a4cb308a54f63fcd37ff59a1b4a6e136f1339a4425d19fa4130b",
        "dfe3b9a26507d20de674297d14a1c7a4dc731ab86f6e55c03708d8ff8261e3e1"
      ]
    },
    {
      "dealt": 3,
      "position": 34,
      "card": "9d",
      "salt": "101f03396dc9a2480a4c128d6067046a",
      "path": [
        "db8b7dd16e9f8294eb801d9e48db7548b4e70bff99a85c221e56c94b5f27ab5a",
        "de8ada6ac85a34b2a4fcd60ef2b31e72661483fe8a9bd377b7e285b37a812c3c",
        "09ef760e25a8cfaf3a8e2c0a407e672c0efde72ee01f8128ffe6682756480c21",
        "5f354b9f297b352adda9fdcf84d9633402fe03cfa9fbcb49b80b3509d0257222",
        "0440339fd24e1c57ba1f97f5f83bc0d63b7710cb12cdb80370c539ca0a65f7a0",
        "c76c683b6e38c355f7f3171e26367c71f68389d29d0cea7ffa0bf85c55eba510"
      ]
    },
    {
      "dealt": 4,
      "position": 37,
      "card": "Td",
      "salt": "b1f9472318b6f27286efb806066e2404",
      "path": [
        "e34928c4c89e6bc71cb45d297e8f3c9fbfc8158fce2c30023fdfed7dd6e0c8fb",
        "a477b6c260ac2d4090d5ddb60c45462a6f2b3a34333f6d25e40440125a7f9a88",
        "c4f73d1fadc9fe7a5efd4f511e520a4c83446fdd2ecaea1567fabb8b6a6c2388",
        "5f354b9f297b352adda9fdcf84d9633402fe03cfa9fbcb49b80b3509d0257222",
        "0440339fd24e1c57ba1f97f5f83bc0d63b7710cb12cdb80370c539ca0a65f7a0",
        "c76c683b6e38c355f7f3171e26367c71f68389d29d0cea7ffa0bf85c55eba510"
      ]
    }
  ]
};

const changed = (change: (proof: Proof) => void): Proof => {
  const proof = structuredClone(PROOF);
  change(proof);
  return proof;
};

describe("a proof of a shuffle", () => {
  it("is accepted", async () => expect(await verify(PROOF, PROOF.root)).toBeUndefined());
  it.each<[string, string, (proof: Proof) => void]>([
    ["another card", "path", (proof) => (proof.openings[0]!.card = "2c")],
    ["another salt", "path", (proof) => (proof.openings[0]!.salt = "00".repeat(16))],
    ["a shorter path", "path", (proof) => proof.openings[0]!.path.pop()],
    ["a longer path", "path", (proof) => proof.openings[0]!.path.push("00".repeat(32))],
    ["another place in the deal", "order", (proof) => (proof.openings[0]!.dealt = 51)],
    ["another seed", "seed", (proof) => (proof.seeds.find((one) => one.seed !== null)!.seed = "00")],
    ["a seed that is left out", "order", (proof) => (proof.seeds.find((one) => one.seed !== null)!.seed = null)],
    ["a Player twice", "twice", (proof) => proof.seeds.push(proof.seeds[0]!)],
    ["a card twice", "twice", (proof) => proof.openings.push(structuredClone(proof.openings[0]!))],
    ["no card", "empty", (proof) => (proof.openings = [])],
    ["another scheme", "scheme", (proof) => (proof.scheme = "trust me")],
  ])("is not with %s", async (_, why, change) => {
    await expect(verify(changed(change))).rejects.toMatchObject({ why });
  });
  it("is not under another root than the published one", async () => {
    await expect(verify(PROOF, "00".repeat(32))).rejects.toMatchObject({ why: "published" });
  });
});
