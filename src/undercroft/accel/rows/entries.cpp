// Fills rows of numbers from views, as research/layout.py lays them out: a module for Python.
//
// `layout(plan)` reads the plan of a row, `fill(layout, view)` writes one. layout.py writes the same
// rows in Python, and a test holds the two together.
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <structmember.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

namespace {

// A part of the row. What writes gives false once Python has an error set.
struct Node {
  Py_ssize_t width = 0;
  virtual bool write(PyObject* value, float* out) = 0;
  virtual ~Node() = default;
};
using Part = std::unique_ptr<Node>;

struct Number : Node {
  double most;
  explicit Number(double most) : most(most) { width = 1; }
  bool write(PyObject* value, float* out) override {
    const double number = PyLong_Check(value) ? PyLong_AsDouble(value) : PyFloat_AsDouble(value);
    *out = static_cast<float>(number / most);
    return number != -1 || !PyErr_Occurred();
  }
};

// One of several words, or several. The same text objects come again and again, so where one has its
// place is remembered by its address; it is kept, so that no other text comes to lie there.
struct Words : Node {
  struct Seen {
    PyObject* word = nullptr;
    Py_ssize_t place = 0;
  };
  PyObject* places;
  Seen seen[64];
  explicit Words(PyObject* places) : places(Py_NewRef(places)) { width = PyDict_GET_SIZE(places) + 1; }
  ~Words() override {
    for (Seen& one : seen) Py_XDECREF(one.word);
    Py_DECREF(places);
  }
  bool add(PyObject* word, float* out) {
    Seen& one = seen[reinterpret_cast<std::uintptr_t>(word) / 16 % 64];
    if (one.word != word) {
      PyObject* place = PyDict_GetItemWithError(places, word);
      if (!place && PyErr_Occurred()) return false;
      one.place = place ? PyLong_AsSsize_t(place) : width - 1;
      Py_XSETREF(one.word, Py_NewRef(word));
    }
    out[one.place] += 1;
    return true;
  }
};

struct Word : Words {
  using Words::Words;
  bool write(PyObject* value, float* out) override { return value == Py_None || add(value, out); }
};

struct Bag : Words {
  using Words::Words;
  bool write(PyObject* value, float* out) override {
    if (value == Py_None) return true;
    PyObject* all = PySequence_Fast(value, "several words are a list or a tuple");
    if (!all) return false;
    bool fine = true;
    for (Py_ssize_t i = 0; fine && i < PySequence_Fast_GET_SIZE(all); ++i)
      fine = add(PySequence_Fast_GET_ITEM(all, i), out);
    Py_DECREF(all);
    return fine;
  }
};

struct Maybe : Node {
  Part node;
  explicit Maybe(Part node) : node(std::move(node)) { width = 1 + this->node->width; }
  bool write(PyObject* value, float* out) override {
    if (value == Py_None) return true;
    *out = 1;
    return node->write(value, out + 1);
  }
};

struct Slots : Node {
  Maybe slot;
  Py_ssize_t length;
  Slots(Part node, Py_ssize_t length) : slot(std::move(node)), length(length) {
    width = length * slot.width;
  }
  bool write(PyObject* value, float* out) override {
    PyObject* all = PySequence_Fast(value, "slots are filled from a list or a tuple");
    if (!all) return false;
    const Py_ssize_t filled = std::min(length, PySequence_Fast_GET_SIZE(all));
    bool fine = true;
    for (Py_ssize_t i = 0; fine && i < filled; ++i)
      fine = slot.write(PySequence_Fast_GET_ITEM(all, i), out + i * slot.width);
    Py_DECREF(all);
    return fine;
  }
};

struct Tuple : Node {
  std::vector<Part> parts;
  bool write(PyObject* value, float* out) override {
    for (std::size_t i = 0; i < parts.size(); ++i) {
      PyObject* part = PyTuple_GetItem(value, i);
      if (!part || !parts[i]->write(part, out)) return false;
      out += parts[i]->width;
    }
    return true;
  }
};

// A Struct's fields lie at fixed places; where they are is looked up when another class comes.
struct Record : Node {
  struct Field {
    PyObject* name;
    Part node;
    Py_ssize_t offset;
  };
  std::vector<Field> fields;
  PyTypeObject* type = nullptr;
  ~Record() override {
    for (Field& field : fields) Py_DECREF(field.name);
    Py_XDECREF(type);
  }
  bool look_up(PyTypeObject* other) {
    for (Field& field : fields) {
      PyObject* found = PyObject_GetAttr(reinterpret_cast<PyObject*>(other), field.name);
      if (!found) return false;
      const bool is_member = Py_IS_TYPE(found, &PyMemberDescr_Type);
      PyMemberDef* member = is_member ? reinterpret_cast<PyMemberDescrObject*>(found)->d_member : nullptr;
      if (member && member->type == T_OBJECT_EX) field.offset = member->offset;
      Py_DECREF(found);
      if (!member || member->type != T_OBJECT_EX) {
        PyErr_Format(PyExc_TypeError, "%s.%U is not a Struct's field", other->tp_name, field.name);
        return false;
      }
    }
    Py_INCREF(other);
    Py_XSETREF(type, other);
    return true;
  }
  bool write(PyObject* value, float* out) override {
    if (Py_TYPE(value) != type && !look_up(Py_TYPE(value))) return false;
    for (Field& field : fields) {
      PyObject* part = *reinterpret_cast<PyObject**>(reinterpret_cast<char*>(value) + field.offset);
      if (!part) {
        PyErr_SetObject(PyExc_AttributeError, field.name);
        return false;
      }
      if (!field.node->write(part, out)) return false;
      out += field.node->width;
    }
    return true;
  }
};

struct Either : Node {
  std::vector<std::pair<PyObject*, Maybe>> kinds;
  ~Either() override {
    for (auto& kind : kinds) Py_DECREF(kind.first);
  }
  bool write(PyObject* value, float* out) override {
    for (auto& [kind, node] : kinds) {
      if (reinterpret_cast<PyObject*>(Py_TYPE(value)) == kind) return node.write(value, out);
      out += node.width;
    }
    return true;
  }
};

// -- reading a plan ----------------------------------------------------------------------------------

Part read(PyObject* plan);

// Read pairs: `add` gets the first of each, and the node that the second is the plan of.
template <class Add>
bool read_pairs(PyObject* pairs, Add add) {
  for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(pairs); ++i) {
    PyObject *first, *second;
    if (!PyArg_ParseTuple(PyTuple_GET_ITEM(pairs, i), "OO!", &first, &PyTuple_Type, &second)) return false;
    Part node = read(second);
    if (!node) return false;
    add(first, std::move(node));
  }
  return true;
}

Part read(PyObject* plan) {  // ("number", most), ("maybe", plan) and so on; null with an error set
  const char* name;
  PyObject* of;
  Py_ssize_t length = 0;
  if (!PyArg_ParseTuple(plan, "sO|n", &name, &of, &length)) return nullptr;
  const std::string kind = name;
  if (kind == "number") {
    const double most = PyFloat_AsDouble(of);
    return PyErr_Occurred() ? nullptr : std::make_unique<Number>(most);
  }
  if ((kind == "word" || kind == "bag") && PyDict_Check(of)) {
    if (kind == "word") return std::make_unique<Word>(of);
    return std::make_unique<Bag>(of);
  }
  if (PyTuple_Check(of)) {
    if (kind == "maybe") {
      Part node = read(of);
      return node ? std::make_unique<Maybe>(std::move(node)) : nullptr;
    }
    if (kind == "slots") {
      Part node = read(of);
      return node ? std::make_unique<Slots>(std::move(node), length) : nullptr;
    }
    if (kind == "tuple") {
      auto tuple = std::make_unique<Tuple>();
      const bool fine = read_pairs(of, [&](PyObject*, Part node) {
        tuple->width += node->width;
        tuple->parts.push_back(std::move(node));
      });
      return fine ? std::move(tuple) : nullptr;
    }
    if (kind == "record") {
      auto record = std::make_unique<Record>();
      const bool fine = read_pairs(of, [&](PyObject* field, Part node) {
        record->width += node->width;
        record->fields.push_back({Py_NewRef(field), std::move(node), 0});
      });
      return fine ? std::move(record) : nullptr;
    }
    if (kind == "either") {
      auto either = std::make_unique<Either>();
      const bool fine = read_pairs(of, [&](PyObject* type, Part node) {
        either->width += 1 + node->width;
        either->kinds.emplace_back(Py_NewRef(type), Maybe(std::move(node)));
      });
      return fine ? std::move(either) : nullptr;
    }
  }
  PyErr_Format(PyExc_ValueError, "no plan of a row: %R", plan);
  return nullptr;
}

// -- what Python may call ----------------------------------------------------------------------------

constexpr const char* LAYOUT = "undercroft.layout";

struct Layout {
  Part view;
  Py_ssize_t size;
};

// layout(plan, size): the plan of what a view fills, and how long a row is; the rest stays nought.
PyObject* layout(PyObject*, PyObject* arguments) {
  PyObject* plan;
  Py_ssize_t size;
  if (!PyArg_ParseTuple(arguments, "O!n", &PyTuple_Type, &plan, &size)) return nullptr;
  Part view = read(plan);
  if (!view) return nullptr;
  if (view->width > size) {
    PyErr_Format(PyExc_ValueError, "%zd numbers do not fit into %zd", view->width, size);
    return nullptr;
  }
  return PyCapsule_New(new Layout{std::move(view), size}, LAYOUT, [](PyObject* capsule) {
    delete static_cast<Layout*>(PyCapsule_GetPointer(capsule, LAYOUT));
  });
}

// fill(layout, view): a new row, as the bytes of its numbers.
PyObject* fill(PyObject*, PyObject* const* arguments, Py_ssize_t count) {
  if (count != 2) return PyErr_Format(PyExc_TypeError, "fill takes a layout and a view");
  auto* made = static_cast<Layout*>(PyCapsule_GetPointer(arguments[0], LAYOUT));
  if (!made) return nullptr;
  PyObject* row = PyByteArray_FromStringAndSize(nullptr, made->size * sizeof(float));
  if (!row) return nullptr;
  char* bytes = PyByteArray_AS_STRING(row);
  std::memset(bytes, 0, made->size * sizeof(float));
  if (made->view->write(arguments[1], reinterpret_cast<float*>(bytes))) return row;
  Py_DECREF(row);
  return nullptr;
}

PyMethodDef METHODS[] = {
    {"layout", layout, METH_VARARGS, "Read the plan of a row."},
    {"fill", reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(fill)), METH_FASTCALL, "Write a row."},
    {nullptr, nullptr, 0, nullptr},
};
PyModuleDef MODULE = {PyModuleDef_HEAD_INIT, "rows", nullptr, -1, METHODS, nullptr, nullptr, nullptr, nullptr};

}  // namespace

PyMODINIT_FUNC PyInit_rows() { return PyModule_Create(&MODULE); }
