// "What is this?": while somebody asks, a tap explains a thing instead of choosing it.

class Tips {
  asking: boolean = $state(false);
}

export const tips = new Tips();
